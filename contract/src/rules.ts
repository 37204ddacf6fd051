import * as z from 'zod/mini'
import { id, nothing } from './fields.ts'
import { metrics, type Metric, type SensorType } from './metrics.ts'
import { route } from './route.ts'
import type { Series } from './series.ts'
import { shownUnitOf } from './units.ts'

export const RULES_PER_USER_MAX = 1000
/** Each value is compared with every rule of its series, so the number of a device must stay small. */
export const RULES_PER_DEVICE_MAX = 50

export const DUPLICATE_RULE = 'A condition with these values and sensor already exists in this device.'

/** `above` begins at its limit and `below` ends at it: a value that equals the limit breaks either. */
export const ruleKinds = ['above', 'below'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** A limit in the unit of the metric, and on which side of it values break the rule. */
export interface RuleLimit {
  readonly kind: RuleKind
  readonly limit: number
}

/** Returns whether a value in the unit of the metric breaks a rule. */
export function breaks({ kind, limit }: RuleLimit, value: number): boolean {
  return kind === 'above' ? value >= limit : value <= limit
}

/** A limit, and the level to which a value must come back. */
export interface ClearedLimit extends RuleLimit {
  readonly clearAt: number
}

/** Returns whether a value ends what broke a rule: it does not break the rule, and has come back as far as `clearAt`. */
export function clears({ kind, limit, clearAt }: ClearedLimit, value: number): boolean {
  return !breaks({ kind, limit }, value) && (kind === 'above' ? value <= clearAt : value >= clearAt)
}

/**
 * Returns where a rule clears that does not say it, in the unit of the metric: by the margin of the rule that it was before,
 * or by that of its metric, on the side of its limit that does not break it. Exactly the limit when no limit could be beyond
 * that.
 *
 * @param before the rule on the same series that is changed; undefined for a new one
 */
export function defaultClearAt(metric: Metric, { kind, limit }: RuleLimit, before?: ClearedLimit): number {
  if (before?.kind === kind && before.limit === limit) return before.clearAt
  const margin = before ? Math.abs(before.limit - before.clearAt) : (metric.margin ?? metric.spanMin / 4)
  if (margin === 0) return limit
  const exact = kind === 'above' ? limit - margin : limit + margin
  const clearAt = metric.isGeneric === true ? exact : rounded(exact)
  const { min, max } = metric.limits ?? metric.range
  return clearAt > min && clearAt < max ? clearAt : limit
}

/**
 * Returns the sensor type under which clients of the first four metrics know a series; undefined for one that they do not
 * know.
 */
export function sensorTypeOf({ metric, channel }: Pick<Series, 'metric' | 'channel'>): SensorType | undefined {
  if (channel !== '') return undefined
  return metrics.find((one) => one.id === metric)?.sensorType as SensorType | undefined
}

/** The most decimals of a limit. That of a metric without a unit of its own has as many as its owner types. */
const DECIMALS_MAX = 2

/**
 * Returns the error message for a limit in the displayed unit (°F for a temperature unless `celsius`); undefined when it
 * is valid.
 */
export function limitFault(metric: Metric, shown: number, celsius = true): string | undefined {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  const { min, max } = metric.limits ?? metric.range
  if (!Number.isFinite(shown)) return 'Value must be a number'
  if (metric.isGeneric === true) return undefined
  // The smallest limit above 0 is 0.01.
  if (metric.exclusiveMin === true && shown <= fromStored(min))
    return `Value must be ≥ ${fromStored(min) + 10 ** -DECIMALS_MAX} ${unit}`
  if (shown < fromStored(min)) return `Value must be ≥ ${fromStored(min)} ${unit}`
  if (shown > fromStored(max)) return `Value must be ≤ ${fromStored(max)} ${unit}`
  return rounded(shown) === shown ? undefined : `Value must have at most ${DECIMALS_MAX} decimals`
}

/** Converts a limit from the displayed unit to the metric's own, with at most two decimals. */
export function toStoredLimit(metric: Metric, shown: number, celsius: boolean): number {
  const stored = shownUnitOf(metric, celsius).toStored(shown)
  // "+ 0" turns -0 into 0, so that each limit has one text.
  return (metric.isGeneric === true ? stored : rounded(stored)) + 0
}

/** Converts a stored limit to the displayed unit. One decimal of Fahrenheit converts back to the stored value. */
export function toShownLimit(metric: Metric, stored: number, celsius: boolean): number {
  const { unit, fromStored } = shownUnitOf(metric, celsius)
  return unit === metric.unit ? stored : Number(fromStored(stored).toFixed(1)) + 0
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS_MAX))
}

const limitFields = {
  kind: z.enum(ruleKinds, 'Please select above or below.'),
  limit: z.number('Value must be a number'),
}

/** The longest hold. */
export const HOLD_SECONDS_MAX = 86_400
const HOLD = `holdSeconds must be a whole number from 0 to ${HOLD_SECONDS_MAX}`

/**
 * Range and decimals of the limit are those of the metric of the series, which limitFault checks.
 *
 * - `clearAt`: the level to which a value must come back before the alert is over; the limit itself, or on the side of it that
 *   does not break the rule. Left out, a new rule has the margin of its metric, and a changed one keeps its own.
 * - `holdSeconds`: for how long values must break the rule before it alerts, by the times of the readings; 0 by default.
 */
export const ruleInput = z.object({
  seriesId: z.uuid('Please select a sensor.'),
  ...limitFields,
  clearAt: z.optional(z.number('clearAt must be a number')),
  holdSeconds: z.optional(z.int(HOLD).check(z.minimum(0, HOLD), z.maximum(HOLD_SECONDS_MAX, HOLD))),
})
export type RuleInput = z.infer<typeof ruleInput>

export const ruleChange = z.partial(ruleInput)
export type RuleChange = z.infer<typeof ruleChange>

/** What the owner of a series wants to know of it. `isBroken`: it has alerted, and no value has cleared it since. */
export const rule = z.object({
  ruleId: id,
  seriesId: id,
  deviceId: id,
  kind: z.enum(ruleKinds),
  limit: z.number(),
  clearAt: z.number(),
  holdSeconds: z.number(),
  isBroken: z.boolean(),
})
export type Rule = z.infer<typeof rule>

const ofRule = z.object({ ruleId: id })

export const ruleRoutes = {
  list: route({ method: 'GET', path: '/api/rules', access: 'member', reply: z.array(rule) }),
  create: route({ method: 'POST', path: '/api/rules', access: 'member', body: ruleInput, reply: rule }),
  edit: route({
    method: 'PATCH',
    path: '/api/rules/:ruleId',
    access: 'member',
    params: ofRule,
    body: ruleChange,
    reply: rule,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/rules/:ruleId',
    access: 'member',
    params: ofRule,
    reply: nothing,
  }),
}
