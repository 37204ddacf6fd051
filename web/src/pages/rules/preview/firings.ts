import {
  ChangingWindow,
  countFirings,
  isMissing,
  withinMsOf,
  type Firings,
  type Metric,
  type Readings,
  type RulePreview,
  type RuleMeaning,
  type TimeRange,
} from '@greenhouse/contract'

/** What a rule would have done, and with other limits. */
export interface TriedRule {
  readonly count: number
  readonly openMs: number
  /** The newest first. */
  readonly episodes: ReadonlyArray<TriedEpisode>
}

/** Milliseconds since 1970; `closedAt` null while open. */
export interface TriedEpisode {
  readonly openedAt: number
  readonly closedAt: number | null
  readonly worst: number | null
}

/** Counts in the browser. */
export function tryRule(rule: RuleMeaning, readings: Readings, range: TimeRange): TriedRule {
  return newestFirst(countFirings(rule, readings, range))
}

/** Reads what the server has counted. */
export function triedOf({ count, openSeconds, episodes }: RulePreview): TriedRule {
  return newestFirst({
    count,
    openMs: openSeconds * 1000,
    episodes: episodes.map(({ openedAt, closedAt, worst }) => ({
      openedAt: Date.parse(openedAt),
      closedAt: closedAt === null ? null : Date.parse(closedAt),
      worst,
    })),
  })
}

function newestFirst({ count, openMs, episodes }: Pick<Firings, 'count' | 'openMs'> & Pick<TriedRule, 'episodes'>) {
  return { count, openMs, episodes: episodes.toReversed() }
}

/** A stretch without readings, in milliseconds since 1970; `to` null while it lasts. */
export interface Silence {
  readonly from: number
  readonly to: number | null
}

/** Returns the stretches that a preview of a short silence has found, from the last reading on. */
export function silencesOf({ episodes }: Pick<RulePreview, 'episodes'>, shortSeconds: number): Silence[] {
  return episodes.map(({ openedAt, closedAt }) => ({
    from: Date.parse(openedAt) - shortSeconds * 1000,
    to: closedAt === null ? null : Date.parse(closedAt),
  }))
}

/** Returns what a rule on a longer silence would have done. */
export function trySilence(silences: readonly Silence[], limitSeconds: number, until: number): TriedRule {
  const limitMs = limitSeconds * 1000
  const long = silences.filter(({ from, to }) => (to ?? until) - from >= limitMs)
  return {
    count: long.length,
    openMs: long.reduce((sum, { from, to }) => sum + (to ?? until) - from - limitMs, 0),
    episodes: long
      .map(({ from, to }) => ({ openedAt: from + limitMs, closedAt: to, worst: null }))
      .toSorted((one, other) => other.openedAt - one.openedAt),
  }
}

/** Returns the change within some minutes at each reading. */
export function changesWithin({ at, values }: Readings, metric: Metric, withinMinutes: number): Readings {
  const window = new ChangingWindow(withinMsOf({ withinMinutes }))
  const known = [...at.keys()].filter((index) => !isMissing(metric, values[index]))
  const changes = known.map((index) => {
    window.add(at[index]!, values[index]!)
    return window.change()
  })
  return { at: Float64Array.from(known, (index) => at[index]!), values: Float64Array.from(changes) }
}

/** Returns the value below which a share of the readings lies; undefined without any. */
export function percentile({ values }: Readings, metric: Metric, share: number): number | undefined {
  const sorted = values.filter((value) => !isMissing(metric, value)).toSorted()
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]
}
