import type { Episode } from '@greenhouse/contract'

/** Sorts unanswered alerts, due plants and acknowledged ones; in each group critical ones first, then the newest. */
export function inOrder(episodes: readonly Episode[], turned: ReadonlySet<string>): Episode[] {
  const group = ({ kind, acknowledgedAt, episodeId }: Episode) =>
    kind === 'due' ? 1 : acknowledgedAt === null || turned.has(episodeId) ? 0 : 2
  const rank = (one: Episode) => 2 * group(one) + (one.severity === 'critical' ? 0 : 1)
  return episodes.toSorted((one, other) => rank(one) - rank(other) || (one.openedAt < other.openedAt ? 1 : -1))
}

export const SHOWN_FIRST = 20
/** Enough for a screen; the rest follows in a task of its own. */
export const PAINTED_FIRST = 6
const PAGE = 50

/** Returns how many rows are shown after one more page. */
export function nextPage(shown: number, all: number): number {
  return Math.min(shown + PAGE, all)
}
