import { valueOf, type FamilyBoard, type FamilyMessage, type MqttFamily } from './family.ts'

const GATEWAY = 'home/TheengsGateway'

/** A Theengs gateway that receives Mi Floras; each Bluetooth frame holds some of their values. */
export const theengs: MqttFamily = {
  over: 'mqtt',
  sensors: ['temperature', 'soilMoisture', 'conductivity', 'illuminance'],
  intervalSeconds: 60,
  isGateway: true,
  will: () => ({ topic: `${GATEWAY}/LWT`, payload: 'offline', retain: true }),
  born: () => [{ topic: `${GATEWAY}/LWT`, payload: 'online', retain: true }],
  report: (board, values) => [
    frame(board, { tempc: valueOf(values, 'temperature') }),
    frame(board, { moi: valueOf(values, 'soil_moisture') }),
    frame(board, { fer: valueOf(values, 'conductivity') }),
    frame(board, { lux: valueOf(values, 'illuminance') }),
  ],
}

function frame({ address }: FamilyBoard, values: Readonly<Record<string, number>>): FamilyMessage {
  const mac = address.toUpperCase()
  const id = mac.match(/../g)?.join(':')
  const about = { name: 'Flower care', id, rssi: -82, brand: 'Xiaomi', model: 'MiFlora', model_id: 'HHCCJCY01HHCC' }
  return { topic: `${GATEWAY}/BTtoMQTT/${mac}`, payload: JSON.stringify({ ...about, ...values }) }
}
