import { defaultLabel, type Metric } from '@greenhouse/contract'

/** Returns why a value of a sensor is refused, as a sentence for the device's owner; undefined when it is valid. */
export function valueFault(metric: Metric, channel: string, value: number): string | undefined {
  const { min, max } = metric.range
  if (value >= min && value <= max && !(metric.exclusiveMin === true && value === min)) return undefined
  const label = defaultLabel(metric, channel)
  if (!Number.isFinite(value)) return `${label} is not a number.`
  const bounds = min < 0 ? `${min} to ${max}` : `${min}–${max}`
  const rule = metric.exclusiveMin === true && value <= min ? `not above ${min}` : `outside ${bounds}`
  return `${label} ${Number(value.toPrecision(6))} ${metric.unit} is ${rule} ${metric.unit}.`
}
