import * as z from 'zod/mini'
import { wholeNumber } from './alerts.ts'
import { calendarDate, id, nothing, ofHousehold, oneLine, timestamp, timeZone } from './fields.ts'
import { route } from './route.ts'
import { ruleKinds } from './rule-limits.ts'
import { severities } from './severity.ts'

export const EPISODES_PER_PAGE_MAX = 200
export const ACKNOWLEDGED_AT_ONCE_MAX = 1000
export const NOTE_MAX = 200
/** An acknowledgement can be taken back for this long. */
export const WITHDRAW_DAYS = 30
export const EPISODE_DAYS_MAX = 366

const closingReasonsOfPlants = ['watered', 'plant-dead', 'plant-removed', 'reminder-off', 'plan-changed'] as const
const closingReasonsOfTasks = ['done', 'skipped', 'snoozed', 'ended'] as const

/** `back`: a value came back; `hours`: the hours of the rule ended. */
export const closingReasons = [
  'back',
  'hours',
  'rule-changed',
  'rule-off',
  'rule-removed',
  'device-removed',
  ...closingReasonsOfPlants,
  ...closingReasonsOfTasks,
] as const
export type ClosingReason = (typeof closingReasons)[number]

export type EpisodeKind = (typeof episodeKinds)[number]
const episodeKinds = [...ruleKinds, 'due'] as const

/**
 * Names, label and unit are those at that time; limits and values are in that unit, of `silent` in seconds. `openedAt`,
 * `worstAt`, `closedAt` are reading times; `knownAt`, `closedKnownAt` server times.
 */
export const episode = z.object({
  episodeId: id,
  kind: z.enum([...episodeKinds, 'note']),
  severity: z.enum(severities),
  name: z.string(),
  text: z.nullable(z.string()),
  ruleId: z.nullable(id),
  ruleName: z.string(),
  plantId: z.nullable(id),
  plantConditionId: z.nullable(id),
  taskId: z.nullable(id),
  deviceId: z.nullable(id),
  seriesId: z.nullable(id),
  metric: z.nullable(z.string()),
  channel: z.nullable(z.string()),
  label: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  limit: z.nullable(z.number()),
  upperLimit: z.nullable(z.number()),
  withinMinutes: z.nullable(z.number()),
  clearAt: z.nullable(z.number()),
  openedAt: timestamp,
  openedValue: z.nullable(z.number()),
  worstAt: z.nullable(timestamp),
  worstValue: z.nullable(z.number()),
  closedAt: z.nullable(timestamp),
  closedValue: z.nullable(z.number()),
  closedWhy: z.nullable(z.enum(closingReasons)),
  knownAt: timestamp,
  closedKnownAt: z.nullable(timestamp),
  acknowledgedAt: z.nullable(timestamp),
  acknowledgedBy: z.nullable(z.string()),
  /** Words of who acknowledged it. */
  acknowledgedNote: z.nullable(z.string()),
  mutedUntil: z.nullable(timestamp),
})
export type Episode = z.infer<typeof episode>

const ofEpisode = z.object({ episodeId: id })

const note = z.optional(
  z.string().check(z.trim(), z.maxLength(NOTE_MAX, `A note cannot be longer than ${NOTE_MAX} characters`), oneLine()),
)

/** `openSeconds`: how long anything but a task was open; `count`: of how many episodes. */
export const episodeDay = z.object({ date: z.string(), openSeconds: z.number(), count: z.number() })
export type EpisodeDay = z.infer<typeof episodeDay>

const FROM = 'from must be a date'
const TO = 'to must be a date'

const episodeIds = z
  .array(id)
  .check(
    z.minLength(1, 'At least one episode'),
    z.maxLength(ACKNOWLEDGED_AT_ONCE_MAX, `At most ${ACKNOWLEDGED_AT_ONCE_MAX} episodes`),
  )

export const episodeRoutes = {
  /** Newest first. Notes are always closed. `before` is the id of an episode; the default `limit` is 50. */
  list: route({
    method: 'GET',
    path: '/api/episodes',
    access: 'member',
    query: z.extend(ofHousehold, {
      state: z.optional(z.enum(['open', 'closed'], 'state must be open or closed')),
      year: z.optional(wholeNumber(1970, 9999, 'year must be a year')),
      timeZone: z.optional(timeZone),
      from: z.optional(timestamp),
      to: z.optional(timestamp),
      knownAfter: z.optional(timestamp),
      deviceId: z.optional(id),
      severity: z.optional(z.enum(severities, 'Unknown severity')),
      before: z.optional(id),
      limit: z.optional(wholeNumber(1, EPISODES_PER_PAGE_MAX, `limit must be from 1 to ${EPISODES_PER_PAGE_MAX}`)),
    }),
    reply: z.array(episode),
  }),
  /** One entry for each calendar date from `from` to `to` in the time zone, by default UTC. */
  days: route({
    method: 'GET',
    path: '/api/episodes/days',
    access: 'member',
    query: z.extend(ofHousehold, { from: calendarDate(FROM), to: calendarDate(TO), timeZone: z.optional(timeZone) }),
    reply: z.array(episodeDay),
  }),
  /** Newest first, with the number of episodes and notes. */
  years: route({
    method: 'GET',
    path: '/api/episodes/years',
    access: 'member',
    query: z.extend(ofHousehold, { timeZone: z.optional(timeZone) }),
    reply: z.array(z.object({ year: z.number(), count: z.number() })),
  }),
  acknowledge: route({
    method: 'POST',
    path: '/api/episodes/:episodeId/acknowledge',
    access: 'member',
    params: ofEpisode,
    body: z.optional(z.object({ note })),
    reply: episode,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/episodes/:episodeId/acknowledge',
    access: 'member',
    params: ofEpisode,
    reply: episode,
  }),
  acknowledgeMany: route({
    method: 'POST',
    path: '/api/episodes/acknowledge',
    access: 'member',
    query: ofHousehold,
    body: z.object({ episodeIds, note }),
    reply: nothing,
  }),
  withdrawMany: route({
    method: 'DELETE',
    path: '/api/episodes/acknowledge',
    access: 'member',
    query: ofHousehold,
    body: z.object({ episodeIds }),
    reply: nothing,
  }),
  mute: route({
    method: 'POST',
    path: '/api/episodes/:episodeId/mute',
    access: 'member',
    params: ofEpisode,
    body: z.object({ until: z.nullable(timestamp) }),
    reply: episode,
  }),
}
