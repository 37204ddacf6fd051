import { valueOf, type FamilyBoard, type MqttFamily } from './family.ts'

/** The object id of each sensor, and the field of its value. */
const SENSORS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  soil_moisture_1: 'soil_moisture_1',
  soil_moisture_2: 'soil_moisture_2',
  illuminance: 'illuminance',
  wifi_signal: 'rssi',
}

/** A node of ESPHome without discovery: a topic for each sensor, and `status` as birth and will. */
export const esphome: MqttFamily = {
  over: 'mqtt',
  sensors: ['temperature', 'humidity', 'soilMoisture:1', 'soilMoisture:2', 'illuminance', 'signalStrength'],
  intervalSeconds: 60,
  will: ({ name }) => ({ topic: `${name}/status`, payload: 'offline', retain: true }),
  born: (boards) =>
    boards.flatMap((board) => [
      { topic: `esphome/discover/${board.name}`, payload: discovery(board), retain: true },
      { topic: `${board.name}/status`, payload: 'online', retain: true },
    ]),
  report: ({ name }, values) =>
    Object.entries(SENSORS).map(([objectId, field]) => ({
      topic: `${name}/sensor/${objectId}/state`,
      payload: String(valueOf(values, field)),
      retain: true,
    })),
}

function discovery({ name, address, place }: FamilyBoard): string {
  return JSON.stringify({
    ip: `192.168.1.${50 + place}`,
    name,
    friendly_name: name,
    port: 6053,
    version: '2026.10.0',
    mac: address,
    platform: 'ESP32',
    board: 'esp32dev',
    network: 'wifi',
  })
}
