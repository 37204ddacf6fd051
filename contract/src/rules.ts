import * as z from 'zod/mini'
import { id, nothing, oneLine, timestamp } from './fields.ts'
import { timeZone } from './alerts.ts'
import { route } from './route.ts'
import { ruleKinds } from './rule-limits.ts'
import { severities } from './severity.ts'

export const RULES_PER_USER_MAX = 1000
/** Each value is compared with every rule of its series, so the number of a device must stay small. */
export const RULES_PER_DEVICE_MAX = 100

export const DUPLICATE_RULE = 'A condition with these values and sensor already exists in this device.'

/** The longest hold. */
export const HOLD_SECONDS_MAX = 86_400
const HOLD = `holdSeconds must be a whole number from 0 to ${HOLD_SECONDS_MAX}`
/** The longest time within which a change is looked for: its values are held in memory. */
export const WITHIN_MINUTES_MAX = 120
const WITHIN = `withinMinutes must be a whole number from 1 to ${WITHIN_MINUTES_MAX}`
/** The longest silence, in seconds, that a rule waits for. */
export const SILENT_SECONDS_MAX = 30 * 86_400
/** By default a device is silent after so many of its intervals, and after so many seconds at least. */
export const SILENT_INTERVALS = 10
export const SILENT_SECONDS_MIN = 900
export const REPEAT_MINUTES_MAX = 7 * 1440
const REPEAT = `repeatMinutes must be a whole number from 5 to ${REPEAT_MINUTES_MAX}`

/** Returns after how many seconds a device is silent by default. */
export function defaultSilence(intervalSeconds: number): number {
  return Math.max(SILENT_INTERVALS * intervalSeconds, SILENT_SECONDS_MIN)
}

const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00'))

/**
 * When a rule counts: always; between sunrise and sunset (`day`) or outside of them (`night`) at the owner's place; or between
 * two times of day in a time zone, over midnight when the second is the earlier one.
 */
export const activeHours = z.union([
  z.enum(['always', 'day', 'night'], 'when must be always, day, night or two times of day'),
  z.object({ from: timeOfDay, to: timeOfDay, timeZone }),
])
export type ActiveHours = z.infer<typeof activeHours>

const numberOf = (name: string) => z.number(`${name} must be a number`)

/** Devices that the rule on the silence of any device leaves out, at most. */
const EXCEPTIONS_MAX = 1000

/** What every rule has beside its limits; what is left out of a new rule has the default that stands behind it. */
const ruleOptions = {
  /** What the owner calls it; '' for none, which is the default. */
  name: z.optional(z.string().check(z.trim(), z.maxLength(60, 'Name cannot be longer than 60 characters'), oneLine())),
  /** 0. By the times of the readings; nothing to `silent`. */
  holdSeconds: z.optional(z.int(HOLD).check(z.minimum(0, HOLD), z.maximum(HOLD_SECONDS_MAX, HOLD))),
  /** `always`. */
  when: z.optional(activeHours),
  /** `warning`. */
  severity: z.optional(z.enum(severities, 'Please select a severity.')),
  /** Null: messages about an open episode that nobody has acknowledged are not repeated. */
  repeatMinutes: z.optional(
    z.nullable(z.int(REPEAT).check(z.minimum(5, REPEAT), z.maximum(REPEAT_MINUTES_MAX, REPEAT))),
  ),
  /** True. */
  tellWhenOver: z.optional(z.boolean('tellWhenOver must be true or false')),
  /** Channels that are told; with none, which is the default, all that take the severity. */
  channelIds: z.optional(z.array(id).check(z.maxLength(20, 'At most 20 channels'))),
  /** Null. */
  mutedUntil: z.optional(z.nullable(timestamp)),
  /** True. */
  isOn: z.optional(z.boolean('isOn must be true or false')),
}

/**
 * A rule on a series (`seriesId`), or for `silent` on a device (`deviceId`), on any device (`deviceId` is null) or a series. An
 * account has one rule on the silence of any device, which waits for the default time of each and leaves out `exceptDeviceIds`;
 * a device that gets a rule of its own is among them from then on. Range and decimals of limits are those
 * of the metric of the series, which limitFault checks.
 *
 * - `limit`: for `changing` the least change, for `silent` the seconds without a value: when omitted ten intervals of the
 *   device, at least 15 minutes. `upperLimit` is for `outside`, `withinMinutes` for `changing`.
 * - `clearAt`: the level to which a value must come back before the alert is over: the limit itself, or on the side of it that
 *   does not break the rule. For `outside` the level below `upperLimit`; the same margin holds above `limit`. For `changing`
 *   the change that is small enough. Left out, a new rule has the margin of its metric, and a changed one keeps its own.
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
 * What the owner of a device wants to know of it. `isBroken`: it has alerted, and no value has cleared it since. `seriesId` is
 * null for the silence of a device, and `deviceId` for that of any device, whose `limit` is the least one of all devices;
 * fields that a kind does not have are null.
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
})
export type Rule = z.infer<typeof rule>

/** The longest range of a preview, in days. */
export const PREVIEW_DAYS_MAX = 366

/**
 * What a rule would have done on stored readings: the newest 1,000 episodes, and how many there were (`count`). `alternatives` has the same for other limits, the strictest first; it is
 * empty for rules without one limit. `covered`: from when to when there are readings; null without any.
 */
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
  list: route({ method: 'GET', path: '/api/rules', access: 'member', reply: z.array(rule) }),
  create: route({ method: 'POST', path: '/api/rules', access: 'member', body: ruleInput, reply: rule }),
  /** Evaluates a rule that is not saved on the readings of the last days. At most the newest 1,000 episodes are listed. */
  preview: route({
    method: 'POST',
    path: '/api/rules/preview',
    access: 'member',
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
