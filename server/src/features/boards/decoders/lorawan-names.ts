import { genericMetric } from '@greenhouse/contract'
import { nameWords } from '../../series/names/name-words.ts'
import type { SensorId } from './sensors.ts'

/** Names used by makers of LoRaWAN devices, in lower case without separators. */
const METRICS: ReadonlyMap<string, string> = new Map([
  // Dragino: https://wiki.dragino.com/xwiki/bin/view/Main/
  ['batv', 'batteryVoltage'],
  ['watersoil', 'soilMoisture'],
  ['tempsoil', 'soilTemperature'],
  ['conductsoil', 'conductivity'],
  ['leafmoisture', 'leafWetness'],
  ['ph1soil', 'ph'],
  ['illlx', 'illuminance'],
  // Cayenne LPP, whose names end in a channel number: https://docs.mydevices.com/docs/lorawan/cayenne-lpp
  ['relativehumidity', 'humidity'],
  ['barometricpressure', 'airPressure'],
  ['luminosity', 'illuminance'],
  // Decentlab: https://github.com/decentlab/decentlab-decoders
  ['airtemperature', 'temperature'],
  ['airhumidity', 'humidity'],
  ['atmosphericpressure', 'airPressure'],
  ['photosyntheticallyactiveradiation', 'ppfd'],
  ['electricalconductivity', 'conductivity'],
  ['volumetricwatercontent', 'soilMoisture'],
  ['co2concentration', 'co2'],
  ['pm2_5massconcentration', 'pm25'],
  ['pm10massconcentration', 'pm10'],
  // Milesight: https://github.com/Milesight-IoT/SensorDecoders
  ['illumination', 'illuminance'],
])
const NAME_MAX = 60

/** Returns the sensor of a LoRaWAN name; undefined when the catalogue has it, or it is unknown. */
export function lorawanSensor(name: string): SensorId | undefined {
  if (name.length > NAME_MAX) return undefined
  const { plain } = nameWords(name)
  // The pressure of the vapour is not that of the air.
  if (plain === 'vaporpressure') return { metric: genericMetric.id, channel: 'vapor_pressure' }
  const whole = METRICS.get(plain)
  if (whole !== undefined) return { metric: whole, channel: '' }
  const [, base = '', channel = ''] = /^(.*[a-z])(\d+)$/.exec(plain) ?? []
  const metric = METRICS.get(base)
  return metric === undefined ? undefined : { metric, channel }
}
