import { valueOf, type FamilyBoard, type MqttFamily } from './family.ts'

/** Field, device class of Home Assistant and unit of each sensor. */
const SENSORS = [
  ['temperature', 'temperature', '°C'],
  ['humidity', 'humidity', '%'],
  ['co2', 'carbon_dioxide', 'ppm'],
  ['illuminance', 'illuminance', 'lx'],
] as const

/** A board that announces itself for Home Assistant, with one topic for all values. */
export const haDiscovery: MqttFamily = {
  over: 'mqtt',
  sensors: ['temperature', 'humidity', 'co2', 'illuminance'],
  intervalSeconds: 60,
  will: ({ name }) => ({ topic: `sensors/${name}/availability`, payload: 'offline', retain: true }),
  born: (boards) =>
    boards.flatMap((board) => [
      ...SENSORS.map(([field, deviceClass, unit]) => ({
        topic: `homeassistant/sensor/${board.address}/${field}/config`,
        payload: JSON.stringify({
          '~': `sensors/${board.name}`,
          name: field,
          stat_t: '~/state',
          avty_t: '~/availability',
          val_tpl: `{{ value_json.${field} }}`,
          dev_cla: deviceClass,
          unit_of_meas: unit,
          stat_cla: 'measurement',
          uniq_id: `${board.address}_${field}`,
          dev: deviceOf(board),
        }),
        retain: true as const,
      })),
      { topic: `sensors/${board.name}/availability`, payload: 'online', retain: true as const },
    ]),
  report: ({ name }, values) => [
    {
      topic: `sensors/${name}/state`,
      payload: JSON.stringify(Object.fromEntries(SENSORS.map(([field]) => [field, valueOf(values, field)]))),
    },
  ],
}

function deviceOf({ address, name }: FamilyBoard): object {
  return { ids: [address], name, mdl: 'Climate board', mf: 'Example sensors', sw: '1.0' }
}
