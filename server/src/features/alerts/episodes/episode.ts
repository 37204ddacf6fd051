import {
  metricById,
  toTimestamp,
  type ClosingReason,
  type Episode,
  type EpisodeKind,
  type Severity,
} from '@greenhouse/contract'

/** A stretch of time in which a rule was broken or a task was due, as it is stored. Times in milliseconds since 1970. */
export interface StoredEpisode {
  readonly episodeId: string
  readonly householdId: string
  /** Null once the rule is removed. */
  readonly ruleId: string | null
  readonly ruleName: string
  /** Null once the device is removed. */
  readonly deviceKey: number | null
  readonly deviceId: string | null
  /** Null for a silent device, and once the series is removed. */
  readonly seriesId: string | null
  /** Where the time series has the values of the series. */
  readonly slot: number | null
  /** The names of its opening. */
  readonly deviceName: string
  readonly label: string | null
  readonly unit: string | null
  readonly metric: string | null
  readonly channel: string | null
  readonly kind: EpisodeKind
  readonly severity: Severity
  /** In the unit of the metric; seconds for `silent`; 0 for `due`. */
  readonly limit: number
  readonly upperLimit: number | null
  readonly withinMinutes: number | null
  readonly clearAt: number | null
  readonly openedAt: number
  /** For `changing` the change within its minutes; null for `silent`. */
  readonly openedValue: number | null
  readonly knownAt: number
  /** Null while it is open: `withWorst` reads it then. */
  readonly worstAt: number | null
  readonly worstValue: number | null
  readonly closedAt: number | null
  readonly closedValue: number | null
  readonly closedWhy: ClosingReason | null
  readonly closedKnownAt: number | null
  readonly acknowledgedAt: number | null
  readonly acknowledgedBy: string | null
  readonly acknowledgedNote: string | null
  readonly mutedUntil: number | null
  /** Null for a rule, and once the plant is removed. */
  readonly plantId: string | null
  /** The reminder of a plant; null once it is off. */
  readonly plantConditionId: string | null
  /** Null for a rule, and once the task is removed. */
  readonly taskId: string | null
  /** When the task was done or skipped last before it was due. */
  readonly dueBaseAt: number | null
  /** The message about a task. */
  readonly text: string | null
}

/** An open episode, of its end. */
export const OPEN = {
  worstAt: null,
  worstValue: null,
  closedAt: null,
  closedValue: null,
  closedWhy: null,
  closedKnownAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedNote: null,
  mutedUntil: null,
} as const

/** An episode of a rule, of tasks. */
export const NO_PLANT = { plantId: null, plantConditionId: null, taskId: null, dueBaseAt: null, text: null } as const

/** An episode of a task, of rules and what they measure. */
export const NO_RULE = {
  ruleId: null,
  ruleName: '',
  deviceKey: null,
  deviceId: null,
  seriesId: null,
  slot: null,
  label: null,
  unit: null,
  metric: null,
  channel: null,
  limit: 0,
  upperLimit: null,
  withinMinutes: null,
  clearAt: null,
  openedValue: null,
} as const

/** Notification settings of a rule. */
export interface NotifyOptions {
  /** The channels that are notified; all that take the severity when there are none. */
  readonly channelIds: readonly string[]
  /** Whether the rule or the episode is muted now. */
  readonly isMuted: boolean
  readonly notifyOnClose: boolean
}

/** An episode that was opened, or closed by what was measured, in a transaction. */
export interface EpisodeChange {
  readonly what: 'opened' | 'closed'
  readonly episode: StoredEpisode
  readonly notify: NotifyOptions
}

/** How an episode ended. Times in milliseconds since 1970. */
export interface Closing {
  readonly closedAt: number
  readonly closedValue: number | null
  readonly closedWhy: ClosingReason
  readonly closedKnownAt: number
  readonly worst: Extreme | undefined
}

/** The most extreme value of an episode. */
export interface Extreme {
  readonly at: number
  readonly value: number
}

/** Returns an episode as it is after its closing. */
export function closedBy(episode: StoredEpisode, { worst, ...closing }: Closing): StoredEpisode {
  return {
    ...episode,
    ...closing,
    worstAt: worst?.at ?? (episode.openedValue === null ? null : episode.openedAt),
    worstValue: worst?.value ?? episode.openedValue,
  }
}

/** Returns an episode as the contract has it. */
export function toEpisode(stored: StoredEpisode): Episode {
  const { ruleId, ruleName, deviceId, seriesId, metric, channel, label, unit } = stored
  const { limit, upperLimit, withinMinutes, clearAt } = stored
  return {
    episodeId: stored.episodeId,
    kind: stored.kind,
    severity: stored.severity,
    name: stored.deviceName,
    text: stored.text,
    ruleId,
    ruleName,
    plantId: stored.plantId,
    plantConditionId: stored.plantConditionId,
    taskId: stored.taskId,
    deviceId,
    seriesId,
    metric,
    channel,
    label,
    unit,
    limit: stored.kind === 'due' ? null : limit,
    upperLimit,
    withinMinutes,
    clearAt,
    openedAt: toTimestamp(stored.openedAt),
    openedValue: stored.openedValue,
    worstAt: timestampOrNull(stored.worstAt),
    worstValue: stored.worstValue,
    closedAt: timestampOrNull(stored.closedAt),
    closedValue: stored.closedValue,
    closedWhy: stored.closedWhy,
    knownAt: toTimestamp(stored.knownAt),
    closedKnownAt: timestampOrNull(stored.closedKnownAt),
    acknowledgedAt: timestampOrNull(stored.acknowledgedAt),
    acknowledgedBy: stored.acknowledgedBy,
    acknowledgedNote: stored.acknowledgedNote,
    mutedUntil: timestampOrNull(stored.mutedUntil),
  }
}

/** Returns the metric of an episode with the unit that its values had then; undefined for a silent device. */
export function metricOfEpisode({ metric, unit }: Pick<StoredEpisode, 'metric' | 'unit'>) {
  if (metric === null) return undefined
  const known = metricById(metric)
  return { ...known, unit: unit ?? known.unit }
}

function timestampOrNull(at: number | null): string | null {
  return at === null ? null : toTimestamp(at)
}
