import * as z from 'zod/mini'
import { timeZone, wholeNumber } from './alerts.ts'
import { id, timestamp } from './fields.ts'
import { route } from './route.ts'
import { ruleKinds } from './rule-limits.ts'
import { severities } from './severity.ts'

/** The most episodes in one reply. */
export const EPISODES_PER_PAGE_MAX = 200

/** Why an episode of a plant is over: it was watered, died or was removed, its reminder was turned off, or its plan changed. */
const closingReasonsOfPlants = ['watered', 'plant-dead', 'plant-removed', 'reminder-off', 'plan-changed'] as const

/**
 * Why an episode is over: a value came back (`back`), the hours of its rule ended (`hours`), its rule was changed, turned
 * off or removed, or its device was; or for a plant, one of its own reasons.
 */
export const closingReasons = [
  'back',
  'hours',
  'rule-changed',
  'rule-off',
  'rule-removed',
  'device-removed',
  ...closingReasonsOfPlants,
] as const
export type ClosingReason = (typeof closingReasons)[number]

/** `due` is a plant that needs water; the others are those of rules. */
export type EpisodeKind = (typeof episodeKinds)[number]
const episodeKinds = [...ruleKinds, 'due'] as const

/**
 * A stretch of time in which a rule was broken, or in which a plant needed water (`kind` is `due`), as facts; or something else
 * that a person was told (`kind` is `note`): an alert made by hand, one of an earlier version.
 *
 * - `name`: the device, as it was called then; the plant, or the title of a note.
 * - `text`: what a note or a plant says; null for an episode of a rule.
 * - `plantId`: the plant of `due`; null once it is removed, and for all others.
 * - `label`, `unit`, `metric`, `channel`: of its series, as they were then; null for a silent device, plants and notes.
 * - `limit`, `upperLimit`, `worstValue` and so on are in that unit; `limit` of `silent` in seconds.
 * - `openedAt`, `worstAt`, `closedAt`: times of readings; `knownAt` and `closedKnownAt`: when the server knew of it.
 *   `worstValue` is the most extreme value so far; null for `silent`.
 * - `acknowledgedBy`: the first name of who did.
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
  mutedUntil: z.nullable(timestamp),
})
export type Episode = z.infer<typeof episode>

const ofEpisode = z.object({ episodeId: id })

export const episodeRoutes = {
  /**
   * Returns episodes, the newest opening first. Notes are over as they come, so `open` has none. `year` is a calendar year in
   * `timeZone` (default UTC); `from` and `to` are the first and last instant of a range that an episode touches; `knownAfter`
   * is for what became known later than an instant; `before`, the id of an episode, and `limit` (default 50) select a page.
   */
  list: route({
    method: 'GET',
    path: '/api/episodes',
    access: 'member',
    query: z.object({
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
  /** Ends the repetition of messages about an open episode. One that is over or acknowledged stays as it is. */
  acknowledge: route({
    method: 'POST',
    path: '/api/episodes/:episodeId/acknowledge',
    access: 'member',
    params: ofEpisode,
    reply: episode,
  }),
  /** Sends no messages about an open episode until an instant; null ends that. */
  mute: route({
    method: 'POST',
    path: '/api/episodes/:episodeId/mute',
    access: 'member',
    params: ofEpisode,
    body: z.object({ until: z.nullable(timestamp) }),
    reply: episode,
  }),
}
