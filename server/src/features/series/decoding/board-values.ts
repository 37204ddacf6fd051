import { SERIES_UNIT_MAX } from '@greenhouse/contract'
import { CollectedValues } from './collected-values.ts'
import { addDerived } from './derived-values.ts'
import type { DeviceSensor, DeviceSensors, MessageValues } from '../registry/device-sensors.ts'
import { VALUES_MAX } from './message-values.ts'
import type { SensorNames } from '../names/sensor-names.ts'

export interface NamedValue {
  /** An id of the catalogue of metrics. */
  readonly metric: string
  readonly channel: string
  readonly value: number
  /** The unit that the board gives to a value of the generic metric. */
  readonly unit?: string
}

export interface BoardValues {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly values: readonly NamedValue[]
  /** Earlier values of the same instant: used for derived values, not validated again. */
  readonly before: readonly NamedValue[]
}

/** Maps the values of a board to sensors, adds derived values and refuses each value that is out of range. */
export function boardValues<Own extends DeviceSensor>(
  { at, values, before }: BoardValues,
  names: SensorNames,
  own: DeviceSensors<Own>,
): MessageValues<Own> {
  const collected = new CollectedValues(at, own)
  for (const value of before) add(collected, names, value)
  collected.refused.length = 0
  for (const value of values) {
    if (collected.values.length === VALUES_MAX) {
      collected.refused.push(`Only ${VALUES_MAX} values of a message are read.`)
      break
    }
    add(collected, names, value)
  }
  addDerived(collected, names, { own, most: VALUES_MAX })
  return collected
}

function add<Own extends DeviceSensor>(
  collected: CollectedValues<Own>,
  names: SensorNames,
  { metric, channel, value, unit }: NamedValue,
): void {
  const sensor = names.ofMetric(metric, channel)
  if (!sensor)
    return void collected.refused.push(`"${(channel || metric).slice(0, 20)}" cannot be the name of a sensor.`)
  collected.add(sensor, value, sensor.metric.isGeneric === true ? unitText(unit) : undefined)
}

function unitText(unit = ''): string {
  return unit
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, SERIES_UNIT_MAX)
}
