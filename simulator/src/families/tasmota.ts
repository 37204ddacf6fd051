import { localTime, valueOf, type FamilyBoard, type MqttFamily } from './family.ts'

/** A Tasmota with a BME280: readings in `tele/<topic>/SENSOR`, its signal in `STATE`, its name in `tasmota/discovery`. */
export const tasmota: MqttFamily = {
  over: 'mqtt',
  sensors: ['temperature', 'humidity', 'airPressure', 'signalStrength'],
  intervalSeconds: 300,
  will: (board) => ({ topic: `tele/${topicOf(board)}/LWT`, payload: 'Offline', retain: true }),
  born: (boards) =>
    boards.flatMap((board) => [
      { topic: `tele/${topicOf(board)}/LWT`, payload: 'Online', retain: true },
      { topic: `tasmota/discovery/${board.address.toUpperCase()}/config`, payload: discovery(board), retain: true },
    ]),
  report: (board, values, at) => [
    {
      topic: `tele/${topicOf(board)}/STATE`,
      payload: JSON.stringify({
        Time: localTime(at),
        UptimeSec: Math.floor(at / 1000) % 86_400,
        Wifi: { AP: 1, Channel: 6, RSSI: 78, Signal: valueOf(values, 'rssi'), LinkCount: 1 },
      }),
    },
    {
      topic: `tele/${topicOf(board)}/SENSOR`,
      payload: JSON.stringify({
        Time: localTime(at),
        BME280: {
          Temperature: valueOf(values, 'temperature'),
          Humidity: valueOf(values, 'humidity'),
          Pressure: valueOf(values, 'pressure'),
        },
        PressureUnit: 'hPa',
        TempUnit: 'C',
      }),
    },
  ],
}

function topicOf({ address }: FamilyBoard): string {
  return `tasmota_${address.slice(-6).toUpperCase()}`
}

function discovery(board: FamilyBoard): string {
  return JSON.stringify({
    dn: board.name,
    t: topicOf(board),
    mac: board.address.toUpperCase(),
    md: 'WEMOS D1 MINI',
    sw: '14.2.0',
    ft: '%prefix%/%topic%/',
    tp: ['cmnd', 'stat', 'tele'],
    ofln: 'Offline',
    onln: 'Online',
    ver: 1,
  })
}
