import { boardMetrics, dewPoint, isMissing, metricById, vapourPressureDeficit, type Metric } from '@greenhouse/contract'
import type { DeviceSensor, DeviceSensors, MessageValues } from '../registry/device-sensors.ts'
import type { Sensor, SensorNames } from '../names/sensor-names.ts'
import { valueFault } from './value-fault.ts'

const [TEMPERATURE, HUMIDITY] = boardMetrics
const LEAF = metricById('leafTemperature')

interface Air {
  readonly celsius: number
  readonly humidity: number
  readonly leafCelsius: number
}

/** Formulas of the derived metrics. One decimal more than shown is kept: the rest is sensor noise and costs space. */
const FORMULAS: Readonly<Record<string, (air: Air) => number>> = {
  // Water condenses on a leaf below the dew point: 0 says that it is wet.
  vpd: ({ celsius, humidity, leafCelsius }) =>
    Math.round(Math.max(vapourPressureDeficit(celsius, humidity, leafCelsius), 0) * 1000) / 1000,
  dewPoint: ({ celsius, humidity }) => Math.round(dewPoint(celsius, humidity) * 100) / 100 + 0,
}

/** Adds derived values, up to `most` in all. They are stored: their mean cannot be derived from means. */
export function addDerived<Own extends DeviceSensor>(
  { sensors, values }: Pick<MessageValues<Own>, 'sensors' | 'values'>,
  names: Pick<SensorNames, 'derived'>,
  { own, most }: { own: DeviceSensors<Own>; most: number },
): void {
  const sent = sensors.length
  for (let index = 0; index < sent; index++) {
    const { metric, channel } = sensors[index] as Own
    if (metric !== HUMIDITY) continue
    const humidity = values[index]
    const valueOf = (wanted: Metric) =>
      values[sensors.findIndex((other) => other.metric === wanted && other.channel === channel)]
    const celsius = valueOf(TEMPERATURE)
    if (celsius === undefined || isMissing(metric, humidity)) continue
    const air = { celsius, humidity, leafCelsius: valueOf(LEAF) ?? celsius + own.leafOffset }
    for (const sensor of names.derived(channel)) {
      const value = FORMULAS[sensor.metric.id]?.(air)
      if (value === undefined || sensors.length >= most) continue
      const found = valueFault(sensor.metric, channel, value) === undefined ? sensorOf(sensor, own) : undefined
      if (!found) continue
      sensors.push(found)
      values.push(value)
    }
  }
}

function sensorOf<Own extends DeviceSensor>(sensor: Sensor, own: DeviceSensors<Own>): Own | undefined {
  return own.find(sensor) ?? own.add(sensor)
}
