import { valueOf, type FamilyBoard, type MqttFamily } from './family.ts'

const NUMERIC = { type: 'numeric', access: 1 } as const

/** Zigbee2MQTT with soil probes: one connection, a retained list of devices, and a message for each probe. */
export const zigbee2mqtt: MqttFamily = {
  over: 'mqtt',
  sensors: ['temperature', 'soilMoisture', 'battery'],
  intervalSeconds: 600,
  isGateway: true,
  will: () => ({ topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"offline"}', retain: true }),
  born: (boards) => [
    { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}', retain: true },
    { topic: 'zigbee2mqtt/bridge/devices', payload: JSON.stringify(boards.map(deviceOf)), retain: true },
    ...boards.map(({ name }) => ({
      topic: `zigbee2mqtt/${name}/availability`,
      payload: '{"state":"online"}',
      retain: true as const,
    })),
  ],
  report: ({ name }, values) => [
    {
      topic: `zigbee2mqtt/${name}`,
      payload: JSON.stringify({
        temperature: valueOf(values, 'temperature'),
        soil_moisture: valueOf(values, 'soil_moisture'),
        battery: valueOf(values, 'battery'),
        linkquality: 96,
      }),
    },
  ],
}

function deviceOf({ name, address }: FamilyBoard): object {
  return {
    ieee_address: `0x${address}ffff`,
    type: 'EndDevice',
    supported: true,
    friendly_name: name,
    power_source: 'Battery',
    definition: {
      model: 'TS0601_soil',
      vendor: 'Tuya',
      exposes: [
        { ...NUMERIC, name: 'temperature', property: 'temperature', unit: '°C' },
        { ...NUMERIC, name: 'soil_moisture', property: 'soil_moisture', unit: '%' },
        { ...NUMERIC, name: 'battery', property: 'battery', unit: '%' },
        { ...NUMERIC, name: 'linkquality', property: 'linkquality', unit: 'lqi' },
      ],
    },
  }
}
