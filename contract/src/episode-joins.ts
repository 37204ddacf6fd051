import type { Episode } from './episodes.ts'

/** Episodes that are shown as one, the newest first. */
export interface JoinedEpisodes {
  readonly first: Episode
  readonly all: readonly Episode[]
}

/**
 * Joins repeats of one rule on one device within a day, in the place of the newest. Takes and returns the newest first.
 *
 * @param dayOf returns the local date of an opening
 */
export function joinRepeats(episodes: readonly Episode[], dayOf: (openedAt: string) => string): JoinedEpisodes[] {
  const joined = new Map<string, Episode[]>()
  for (const one of episodes) {
    const isRepeatable = one.ruleId !== null && one.kind !== 'note' && one.kind !== 'due'
    const key = isRepeatable ? `${one.ruleId} ${one.deviceId} ${one.name} ${dayOf(one.openedAt)}` : one.episodeId
    joined.set(key, [...(joined.get(key) ?? []), one])
  }
  return [...joined.values()].flatMap((all) => (all[0] ? [{ first: all[0], all }] : []))
}

const TOGETHER_MIN = 5
const TOGETHER_MS = 120_000

/** Counts episodes. Devices that went silent together, five or more within two minutes, count once. */
export function countTogether(episodes: ReadonlyArray<Pick<Episode, 'kind' | 'openedAt'>>): number {
  const silent = episodes
    .filter(({ kind }) => kind === 'silent')
    .map(({ openedAt }) => Date.parse(openedAt))
    .toSorted((one, other) => one - other)
  let count = episodes.length - silent.length
  for (let first = 0; first < silent.length;) {
    const end = (silent[first] ?? 0) + TOGETHER_MS
    let next = first
    while (next < silent.length && (silent[next] ?? 0) <= end) next++
    count += next - first >= TOGETHER_MIN ? 1 : next - first
    first = next
  }
  return count
}
