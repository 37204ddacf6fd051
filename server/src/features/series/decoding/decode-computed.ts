import type { Metric } from '@greenhouse/contract'
import { sensorKey } from '../names/sensor-names.ts'
import type { DeviceSensor } from '../registry/device-sensors.ts'
import type { Arrival, DecodedCall, Reading, Sender } from './decode.ts'
import { valueFault } from './value-fault.ts'

/** A value of a derived metric. `at`: milliseconds since 1970. */
export interface ComputedValue {
  readonly at: number
  readonly metric: Metric
  readonly channel: string
  readonly value: number
}

/**
 * Maps values to sensors. Leaves out those of removed times, those out of range, and all when the device has no room for the
 * sensor: nobody has sent them, who would be to know.
 */
export function decodeComputed<Own extends DeviceSensor>(
  values: readonly ComputedValue[],
  { device: { deviceKey }, own }: Sender<Own>,
  { keptFrom }: Arrival,
): DecodedCall<Own> {
  const readings = values.flatMap(({ at, metric, channel, value }): Reading<Own> | readonly never[] => {
    if (at < keptFrom || valueFault(metric, channel, value) !== undefined) return []
    const sensor = { metric, channel, key: sensorKey(metric.id, channel), preference: 0 }
    const found = own.find(sensor) ?? own.add(sensor)
    return found ? { deviceKey, at, withoutClock: false, sensors: [found], values: [value] } : []
  })
  return { readings, refused: [] }
}
