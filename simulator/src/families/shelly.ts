import { valueOf, type FamilyBoard, type MqttFamily } from './family.ts'

/** A Shelly Plus H&T: its whole status at each wake-up, and a birth message. */
export const shelly: MqttFamily = {
  over: 'mqtt',
  sensors: ['temperature', 'humidity', 'battery', 'signalStrength'],
  intervalSeconds: 900,
  will: (board) => ({ topic: `${idOf(board)}/online`, payload: 'false', retain: true }),
  born: (boards) => boards.map((board) => ({ topic: `${idOf(board)}/online`, payload: 'true', retain: true })),
  report: (board, values, at) => [
    {
      topic: `${idOf(board)}/events/rpc`,
      payload: JSON.stringify({
        src: idOf(board),
        dst: `${idOf(board)}/events`,
        method: 'NotifyFullStatus',
        params: {
          ts: at / 1000,
          ble: {},
          cloud: { connected: false },
          'devicepower:0': { id: 0, battery: { V: 5.4, percent: valueOf(values, 'battery') } },
          'humidity:0': { id: 0, rh: valueOf(values, 'humidity') },
          'temperature:0': { id: 0, tC: valueOf(values, 'temperature') },
          wifi: { status: 'got ip', ssid: 'greenhouse', rssi: valueOf(values, 'rssi') },
        },
      }),
    },
  ],
}

function idOf({ address }: FamilyBoard): string {
  return `shellyplusht-${address}`
}
