import { metrics, type Metric, type SensorType } from './metrics.ts'
import type { Series } from './series.ts'
import { shownDifferenceOf, shownUnitOf, type ShownUnit } from './units.ts'

/** A value that equals the limit breaks the rule. */
export const limitKinds = ['above', 'below'] as const
export type LimitKind = (typeof limitKinds)[number]

export const ruleKinds = [...limitKinds, 'outside', 'changing', 'silent'] as const
export type RuleKind = (typeof ruleKinds)[number]

export type ValueKind = Exclude<RuleKind, 'silent'>

export interface RuleLimit {
  readonly kind: LimitKind
  readonly limit: number
}

export interface RuleLimits {
  readonly kind: ValueKind
  readonly limit: number
  readonly upperLimit?: number | null | undefined
}

export interface ClearedLimits extends RuleLimits {
  readonly clearAt: number
}

export function breaks({ kind, limit, upperLimit }: RuleLimits, value: number): boolean {
  if (kind === 'below') return value <= limit
  if (kind === 'outside') return value <= limit || value >= (upperLimit ?? Infinity)
  return value >= limit
}

export function clears(rule: ClearedLimits, value: number): boolean {
  const { from, to } = clearRange(rule)
  return value >= from && value <= to && !breaks(rule, value)
}

export function clearRange({ kind, limit, upperLimit, clearAt }: ClearedLimits): { from: number; to: number } {
  if (kind === 'below') return { from: clearAt, to: Infinity }
  if (kind === 'outside') return { from: lowerClearAt(limit, upperLimit ?? Infinity, clearAt), to: clearAt }
  return { from: -Infinity, to: clearAt }
}

/** Mirrors the margin below the upper limit. */
function lowerClearAt(limit: number, upperLimit: number, clearAt: number): number {
  const exact = limit + (upperLimit - clearAt)
  // Drops floating-point noise, so that 18.3 clears 18 + (24 - 23.7).
  const scale = 10 ** (12 - Math.ceil(Math.log10(Math.max(Math.abs(limit), Math.abs(upperLimit)))))
  const rounded = Math.round(exact * scale) / scale
  return Number.isFinite(rounded) ? rounded : exact
}

/**
 * Returns the default clear level: the limit minus the margin of `before` or else of the metric. Between two limits the margin
 * is at most a quarter of their distance.
 */
export function defaultClearAt(metric: Metric, rule: RuleLimits, before?: ClearedLimits): number {
  const end = clearEnd(rule)
  if (before?.kind === rule.kind && before.limit === rule.limit && clearEnd(before) === end) return before.clearAt
  const own = before ? Math.abs(clearEnd(before) - before.clearAt) : (metric.margin ?? metric.spanMin / 4)
  const margin = rule.kind === 'outside' ? Math.min(own, (end - rule.limit) / 4) : own
  if (!(margin > 0)) return end
  const exact = rule.kind === 'below' ? end + margin : end - margin
  const clearAt = metric.isGeneric === true ? exact : rounded(exact)
  const { min, max } = rule.kind === 'changing' ? { min: 0, max: Infinity } : (metric.limits ?? metric.range)
  return clearAt > min && clearAt < max ? clearAt : end
}

function clearEnd({ kind, limit, upperLimit }: RuleLimits): number {
  return kind === 'outside' ? (upperLimit ?? limit) : limit
}

/** Returns the wire name of the first four metrics, which older clients know. */
export function sensorTypeOf({ metric, channel }: Pick<Series, 'metric' | 'channel'>): SensorType | undefined {
  if (channel !== '') return undefined
  return metrics.find((one) => one.id === metric)?.sensorType as SensorType | undefined
}

const DECIMALS_MAX = 2
const LEAST = 10 ** -DECIMALS_MAX

export function limitFault(metric: Metric, shown: number, celsius = true): string | undefined {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  const { min, max } = metric.limits ?? metric.range
  if (!Number.isFinite(shown)) return 'Value must be a number'
  if (metric.isGeneric === true) return undefined
  if (metric.exclusiveMin === true && shown <= fromStored(min))
    return `Value must be ≥ ${fromStored(min) + LEAST} ${unit}`
  if (shown < fromStored(min)) return `Value must be ≥ ${fromStored(min)} ${unit}`
  if (shown > fromStored(max)) return `Value must be ≤ ${fromStored(max)} ${unit}`
  return decimalsFault(shown)
}

export function changeFault(metric: Metric, shown: number, celsius = true): string | undefined {
  const { unit, fromStored } = shownDifferenceOf(metric, celsius)
  const { min, max } = metric.range
  if (!Number.isFinite(shown)) return 'Value must be a number'
  if (metric.isGeneric === true) return shown > 0 ? undefined : 'Value must be above 0'
  if (shown < LEAST) return `Value must be ≥ ${LEAST} ${unit}`
  if (shown > fromStored(max - min)) return `Value must be ≤ ${fromStored(max - min)} ${unit}`
  return decimalsFault(shown)
}

export interface LimitsFault {
  readonly field: 'limit' | 'upperLimit' | 'clearAt'
  readonly text: string
}

export function limitsFault(
  metric: Metric,
  rule: RuleLimits & { readonly clearAt?: number | undefined },
  celsius = true,
): LimitsFault | undefined {
  const faultOf = rule.kind === 'changing' ? changeFault : limitFault
  const { limit, upperLimit, clearAt } = rule
  const text = faultOf(metric, limit, celsius)
  if (text !== undefined) return { field: 'limit', text }
  if (rule.kind === 'outside') {
    const upper = upperFault(metric, limit, upperLimit, celsius)
    if (upper !== undefined) return { field: 'upperLimit', text: upper }
  }
  if (clearAt === undefined) return undefined
  // A change is not bounded by the range of the metric.
  const range = rule.kind === 'changing' ? undefined : limitFault(metric, clearAt, celsius)
  const clear = range ?? clearFault({ ...rule, clearAt })
  return clear === undefined ? undefined : { field: 'clearAt', text: clear }
}

function upperFault(metric: Metric, limit: number, upperLimit: number | null | undefined, celsius: boolean) {
  const { unit } = shownUnitOf(metric, celsius)
  if (upperLimit === undefined || upperLimit === null) return 'Value must be a number'
  const text = limitFault(metric, upperLimit, celsius)
  if (text !== undefined) return text
  return upperLimit > limit ? undefined : `The upper limit must be above the lower one of ${withUnit(limit, unit)}`
}

function clearFault(rule: ClearedLimits): string | undefined {
  const { kind, clearAt } = rule
  const end = clearEnd(rule)
  if (!Number.isFinite(clearAt)) return 'Value must be a number'
  if (kind === 'below') return clearAt >= end ? undefined : `Value must be ≥ the limit of ${end}`
  if (clearAt > end) return `Value must be ≤ the ${kind === 'outside' ? 'upper limit' : 'limit'} of ${end}`
  if (kind === 'changing') return clearAt >= 0 ? undefined : 'Value must be ≥ 0'
  const { from, to } = clearRange(rule)
  return from <= to
    ? undefined
    : 'No value between the limits would end the alert. Enter a value nearer to the upper limit'
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? `${value}` : `${value} ${unit}`
}

export function toStoredLimit(metric: Metric, shown: number, celsius: boolean, kind: RuleKind = 'above'): number {
  const stored = unitOf(metric, celsius, kind).toStored(shown)
  // "+ 0" turns -0 into 0, so that each limit has one text.
  return (metric.isGeneric === true ? stored : rounded(stored)) + 0
}

/** One decimal of Fahrenheit converts back to the stored value. */
export function toShownLimit(metric: Metric, stored: number, celsius: boolean, kind: RuleKind = 'above'): number {
  const { unit, fromStored } = unitOf(metric, celsius, kind)
  return unit === metric.unit ? stored : Number(fromStored(stored).toFixed(1)) + 0
}

function unitOf(metric: Metric, celsius: boolean, kind: RuleKind): ShownUnit {
  return kind === 'changing' ? shownDifferenceOf(metric, celsius) : shownUnitOf(metric, celsius)
}

function decimalsFault(shown: number): string | undefined {
  return rounded(shown) === shown ? undefined : `Value must have at most ${DECIMALS_MAX} decimals`
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS_MAX))
}

/** Steps of a limit between two lines of `spanMin`. */
const STEPS_OF_SPAN = 4
/** Steps between the lowest and the highest value, for a metric without a range. */
const STEPS_OF_SPREAD = 100

/**
 * Returns by how much a limit is moved at a time, in the user's unit: 0.5 for °C and for °F.
 *
 * @param spread from the lowest to the highest value, for a metric without a range
 */
export function limitStep(metric: Metric, spread: number, celsius = true): number {
  const span = metric.isGeneric === true ? spread / STEPS_OF_SPREAD : metric.spanMin / STEPS_OF_SPAN
  return roundStep(shownDifferenceOf(metric, celsius).fromStored(span)) || 1
}

/** Returns 1, 2 or 5 times a power of ten that is about a length; 0 without one. */
export function roundStep(length: number): number {
  if (!(length > 0) || !Number.isFinite(length)) return 0
  const power = 10 ** Math.floor(Math.log10(length))
  return (length / power >= 5 ? 5 : length / power >= 2 ? 2 : 1) * power
}
