import { HOUR_MS, MINUTE_MS, type Rule } from '@greenhouse/contract'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { TriedEpisode, TriedRule } from './firings.ts'

/** Returns milliseconds, up to now while the episode is open. */
export function lastedMs({ openedAt, closedAt }: TriedEpisode, now: number): number {
  return Math.max((closedAt ?? now) - openedAt, 0)
}

export function longestMs(episodes: readonly TriedEpisode[], now: number): number {
  return episodes.reduce((longest, one) => Math.max(longest, lastedMs(one, now)), 0)
}

/** Counts messages to a user who never acknowledges: of openings, repetitions and ends. */
export function messageCount(
  episodes: readonly TriedEpisode[],
  { repeatMinutes, tellWhenOver }: Pick<Rule, 'repeatMinutes' | 'tellWhenOver'>,
  now: number,
): number {
  const counts = episodes.map((one) => {
    const repeats = repeatMinutes === null ? 0 : Math.ceil(lastedMs(one, now) / (repeatMinutes * MINUTE_MS)) - 1
    return 1 + Math.max(repeats, 0) + (tellWhenOver && one.closedAt !== null ? 1 : 0)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns `4 times`, `once` or `never`. */
export function timesWords(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`
}

/** Returns `would have fired 4 times, 18 h`, and how many days that is of when there are no 30. */
export function firedWords(
  { count, openMs }: Pick<TriedRule, 'count' | 'openMs'>,
  { days, isAbout }: { readonly days: number | undefined; readonly isAbout: boolean },
): string {
  const within = days === undefined ? '' : ` in ${days} ${days === 1 ? 'day' : 'days'}`
  if (count === 0) return `would never have fired${within}`
  return `would have fired ${isAbout ? 'about ' : ''}${timesWords(count)}${within}, ${shortDuration(openMs)}`
}

/** Returns a duration in one unit from three hours on: `18 h`. */
export function shortDuration(ms: number): string {
  return formatDuration(ms < 3 * HOUR_MS ? ms : Math.round(ms / HOUR_MS) * HOUR_MS)
}
