import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, timestamp, timeOfDay, timeZone } from './fields.ts'
import { wholeNumber } from './alerts.ts'
import { route } from './route.ts'
import { ruleKinds } from './rule-limits.ts'
import { severities } from './severity.ts'

export const RULES_PER_USER_MAX = 1000
export const RULES_PER_DEVICE_MAX = 100

export const DUPLICATE_RULE = 'A condition with these values and sensor already exists in this device.'

export const HOLD_SECONDS_MAX = 86_400
const HOLD = `holdSeconds must be a whole number from 0 to ${HOLD_SECONDS_MAX}`
export const WITHIN_MINUTES_MAX = 120
const WITHIN = `withinMinutes must be a whole number from 1 to ${WITHIN_MINUTES_MAX}`
export const SILENT_SECONDS_MAX = 30 * 86_400
/** Default silence: ten reporting intervals, and at least this long. */
export const SILENT_INTERVALS = 10
export const SILENT_SECONDS_MIN = 900
export const REPEAT_MINUTES_MAX = 7 * 1440
const REPEAT = `repeatMinutes must be a whole number from 5 to ${REPEAT_MINUTES_MAX}`

export function defaultSilence(intervalSeconds: number): number {
  return Math.max(SILENT_INTERVALS * intervalSeconds, SILENT_SECONDS_MIN)
}

/** `day` and `night` follow the sun at the owner's place; `from` after `to` spans midnight. */
export const activeHours = z.union([
  z.enum(['always', 'day', 'night'], 'when must be always, day, night or two times of day'),
  z.object({ from: timeOfDay, to: timeOfDay, timeZone }),
])
export type ActiveHours = z.infer<typeof activeHours>

const numberOf = (name: string) => z.number(`${name} must be a number`)

const EXCEPTIONS_MAX = 1000

const ruleOptions = {
  /** Default ''. */
  name: z.optional(z.string().check(z.trim(), z.maxLength(60, 'Name cannot be longer than 60 characters'), oneLine())),
  /** Default 0. Measured in reading time; ignored for `silent`. */
  holdSeconds: z.optional(z.int(HOLD).check(z.minimum(0, HOLD), z.maximum(HOLD_SECONDS_MAX, HOLD))),
  /** Default `always`. */
  when: z.optional(activeHours),
  /** Default `warning`. */
  severity: z.optional(z.enum(severities, 'Please select a severity.')),
  /** Default null: no reminders of an open, unacknowledged episode. */
  repeatMinutes: z.optional(
    z.nullable(z.int(REPEAT).check(z.minimum(5, REPEAT), z.maximum(REPEAT_MINUTES_MAX, REPEAT))),
  ),
  /** Default true. */
  tellWhenOver: z.optional(z.boolean('tellWhenOver must be true or false')),
  /** Default empty: every channel of the severity. */
  channelIds: z.optional(z.array(id).check(z.maxLength(20, 'At most 20 channels'))),
  /** Default null. */
  mutedUntil: z.optional(z.nullable(timestamp)),
  /** Default true. */
  isOn: z.optional(z.boolean('isOn must be true or false')),
}

/**
 * `deviceId` null: any device except `exceptDeviceIds`. `limit`: for `silent` seconds, by default `defaultSilence`. `clearAt`:
 * the level that ends the alert, below `upperLimit` for `outside`; by default `defaultClearAt`.
 */
export const ruleInput = z.object({
  kind: z.enum(ruleKinds, 'Please select what the rule looks for.'),
  seriesId: z.optional(z.uuid('Please select a sensor.')),
  deviceId: z.optional(z.nullable(z.uuid('Please select a device.'))),
  exceptDeviceIds: z.optional(z.array(id).check(z.maxLength(EXCEPTIONS_MAX, `At most ${EXCEPTIONS_MAX} devices`))),
  limit: z.optional(z.number('Value must be a number')),
  upperLimit: z.optional(z.number('Value must be a number')),
  withinMinutes: z.optional(z.int(WITHIN).check(z.minimum(1, WITHIN), z.maximum(WITHIN_MINUTES_MAX, WITHIN))),
  clearAt: z.optional(numberOf('clearAt')),
  ...ruleOptions,
})
export type RuleInput = z.infer<typeof ruleInput>

export const ruleChange = z.partial(ruleInput)
export type RuleChange = z.infer<typeof ruleChange>

/**
 * `isBroken`: alerted and not cleared since. For any device `limit` is the least of all. `firedCount`, `firedSeconds`: its
 * episodes in the last days of the query `fired`, and how long any of them was open.
 */
export const rule = z.object({
  ruleId: id,
  name: z.string(),
  kind: z.enum(ruleKinds),
  seriesId: z.nullable(id),
  deviceId: z.nullable(id),
  exceptDeviceIds: z.array(id),
  limit: z.number(),
  upperLimit: z.nullable(z.number()),
  withinMinutes: z.nullable(z.number()),
  clearAt: z.nullable(z.number()),
  holdSeconds: z.number(),
  when: activeHours,
  severity: z.enum(severities),
  repeatMinutes: z.nullable(z.number()),
  tellWhenOver: z.boolean(),
  channelIds: z.array(id),
  mutedUntil: z.nullable(timestamp),
  isOn: z.boolean(),
  isBroken: z.boolean(),
  firedCount: z.optional(z.number()),
  firedSeconds: z.optional(z.number()),
})
export type Rule = z.infer<typeof rule>

export const PREVIEW_DAYS_MAX = 366
const FIRED_DAYS_MAX = 30

/** `episodes`: the newest 1,000 of `count`. `alternatives`: other limits, the strictest first. */
export const rulePreview = z.object({
  episodes: z.array(
    z.object({
      openedAt: timestamp,
      closedAt: z.nullable(timestamp),
      worst: z.nullable(z.number()),
      worstAt: z.nullable(timestamp),
    }),
  ),
  count: z.number(),
  openSeconds: z.number(),
  alternatives: z.array(z.object({ limit: z.number(), episodes: z.number(), openSeconds: z.number() })),
  covered: z.nullable(z.object({ from: timestamp, to: timestamp })),
})
export type RulePreview = z.infer<typeof rulePreview>

const ofRule = z.object({ ruleId: id })
const DAYS = `days must be a whole number from 1 to ${PREVIEW_DAYS_MAX}`

export const ruleRoutes = {
  list: route({
    method: 'GET',
    path: '/api/rules',
    access: 'member',
    query: z.extend(ofHousehold, {
      fired: z.optional(wholeNumber(1, FIRED_DAYS_MAX, `fired must be from 1 to ${FIRED_DAYS_MAX}`)),
    }),
    reply: z.array(rule),
  }),
  create: route({
    method: 'POST',
    path: '/api/rules',
    access: 'member',
    query: ofHousehold,
    body: ruleInput,
    reply: rule,
  }),
  preview: route({
    method: 'POST',
    path: '/api/rules/preview',
    access: 'member',
    query: ofHousehold,
    body: z.object({
      rule: ruleInput,
      days: z._default(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(PREVIEW_DAYS_MAX, DAYS)), 30),
    }),
    reply: rulePreview,
  }),
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
