import { boardMetrics, dewPoint, isMissing, vapourPressureDeficit } from '@greenhouse/contract'
import type { DeviceSensor, DeviceSensors, MessageValues } from '../registry/device-sensors.ts'
import type { Sensor, SensorNames } from '../names/sensor-names.ts'
import { valueFault } from './value-fault.ts'

const [TEMPERATURE, HUMIDITY] = boardMetrics
/** Formulas of the derived metrics. One decimal more than shown is kept: the rest is sensor noise and costs space. */
const FORMULAS: Readonly<Record<string, (celsius: number, humidity: number) => number>> = {
  vpd: (celsius, humidity) => Math.round(vapourPressureDeficit(celsius, humidity) * 1000) / 1000 + 0,
  dewPoint: (celsius, humidity) => Math.round(dewPoint(celsius, humidity) * 100) / 100 + 0,
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
    const celsius = values[sensors.findIndex((other) => other.metric === TEMPERATURE && other.channel === channel)]
    if (celsius === undefined || isMissing(metric, humidity)) continue
    for (const sensor of names.derived(channel)) {
      const value = FORMULAS[sensor.metric.id]?.(celsius, humidity)
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
