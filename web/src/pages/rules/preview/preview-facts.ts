import { DAY_MS, MINUTE_MS, type Rule, type RuleKind, type RulePreview } from '@greenhouse/contract'

/** Previews of fewer days are not meaningful. */
const DAYS_MIN = 3

export type PreviewedEpisode = RulePreview['episodes'][number]

/** Counts recent days with readings, and returns whether they are enough for a preview. */
export function coverage({ covered }: Pick<RulePreview, 'covered'>): { days: number; isEnough: boolean } {
  if (covered === null) return { days: 0, isEnough: false }
  const days = (Date.parse(covered.to) - Date.parse(covered.from)) / DAY_MS
  return { days: Math.round(days), isEnough: days >= DAYS_MIN }
}

/** Returns milliseconds, up to now while the episode is open. */
export function lastedMs({ openedAt, closedAt }: PreviewedEpisode, now: number): number {
  return Math.max((closedAt === null ? now : Date.parse(closedAt)) - Date.parse(openedAt), 0)
}

export function longestMs(episodes: readonly PreviewedEpisode[], now: number): number {
  return episodes.reduce((longest, one) => Math.max(longest, lastedMs(one, now)), 0)
}

/** Counts messages to a user who never acknowledges: of openings, repetitions and ends. */
export function messageCount(
  episodes: readonly PreviewedEpisode[],
  { repeatMinutes, tellWhenOver }: Pick<Rule, 'repeatMinutes' | 'tellWhenOver'>,
  now: number,
): number {
  const counts = episodes.map((one) => {
    const repeats = repeatMinutes === null ? 0 : Math.ceil(lastedMs(one, now) / (repeatMinutes * MINUTE_MS)) - 1
    return 1 + Math.max(repeats, 0) + (tellWhenOver && one.closedAt !== null ? 1 : 0)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

type Alternative = RulePreview['alternatives'][number]

/** Inserts the rule's own limit among the alternatives, strictest first. */
export function withOwn(
  { alternatives }: Pick<RulePreview, 'alternatives'>,
  own: Alternative,
  kind: RuleKind,
): Alternative[] {
  const sign = kind === 'below' ? -1 : 1
  const others = alternatives.filter(({ limit }) => limit !== own.limit)
  return [...others, own].toSorted((one, other) => sign * (one.limit - other.limit))
}

/** Returns `4 times`, `once` or `never`. */
export function timesWords(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`
}

export function firedWords(count: number): string {
  return count === 0 ? 'Would never have fired' : `Would have fired ${timesWords(count)}`
}
