import { type TimeSeries, isZeroMissing, type Buckets } from '@greenhouse/timeseries'
import type { Extreme, StoredEpisode } from './episode.ts'

/** Buckets in which the extreme of a range is looked for at once. */
const BUCKETS = 64
/** In a range of this many milliseconds values are read one by one. */
const READ_MS = 600_000

/** The part of a rule that decides which of two values is worse. */
export type Badness = Pick<StoredEpisode, 'kind' | 'limit' | 'upperLimit'>

/** Returns the worse of two values of an episode. The first wins when they are equal. */
export function worseOf(rule: Badness, one: Extreme | undefined, other: Extreme): Extreme {
  return one && badness(rule, one.value) >= badness(rule, other.value) ? one : other
}

/** How far a value is beyond the limit of a rule. */
function badness({ kind, limit, upperLimit }: Badness, value: number): number {
  if (kind === 'below') return -value
  return kind === 'outside' ? Math.max(limit - value, value - (upperLimit ?? Infinity)) : value
}

/** The series of an episode, and from when (inclusive) to when (exclusive) it is looked at. */
interface Looked {
  readonly deviceKey: number
  readonly slot: number
  readonly from: number
  readonly to: number
}

/**
 * Returns the most extreme value of a series in a range; undefined when it has none. Reads summaries of ever smaller parts, so
 * a year costs hardly more than an hour.
 */
async function findWorst(
  timeSeries: Pick<TimeSeries, 'points' | 'raw'>,
  rule: Badness,
  { deviceKey, slot, ...range }: Looked,
): Promise<Extreme | undefined> {
  let { from, to } = range
  while (to - from > READ_MS) {
    const widthMs = Math.ceil((to - from) / BUCKETS)
    const [buckets] = await timeSeries.points(deviceKey, [slot], { from, to, widthMs, origin: from })
    const start = buckets && worstBucket(rule, buckets)
    if (start === undefined) return undefined
    ;[from, to] = [Math.max(start, from), Math.min(start + widthMs, to)]
  }
  let worst: Extreme | undefined
  for await (const columns of timeSeries.raw(deviceKey, [slot], { from, to })) {
    for (const { at, values } of columns) {
      for (const [index, value] of values.entries()) {
        const isMissing = isZeroMissing(slot) && value <= 0
        if (!isMissing) worst = worseOf(rule, worst, { at: at[index] ?? from, value })
      }
    }
  }
  return worst
}

/**
 * Returns the most extreme value of an episode before an instant; undefined for a silent device. The worst of `changing` is the
 * change with which it began: changes are not stored.
 */
export async function worstBefore(
  timeSeries: Pick<TimeSeries, 'points' | 'raw'>,
  episode: StoredEpisode,
  before: number,
): Promise<Extreme | undefined> {
  const { deviceKey, kind, slot, openedAt, openedValue } = episode
  if (openedValue === null) return undefined
  const opening = { at: openedAt, value: openedValue }
  if (kind === 'changing' || deviceKey === null || slot === null) return opening
  const found = await findWorst(timeSeries, episode, { deviceKey, slot, from: openedAt, to: before })
  return found ? worseOf(episode, opening, found) : opening
}

/** Reads the worst value of an episode that is open, up to now; a closed one has its own. */
export async function withWorst(
  timeSeries: Pick<TimeSeries, 'points' | 'raw'>,
  episode: StoredEpisode,
  now: number,
): Promise<StoredEpisode> {
  if (episode.closedAt !== null) return episode
  const worst = await worstBefore(timeSeries, episode, now + 1)
  return worst ? { ...episode, worstAt: worst.at, worstValue: worst.value } : episode
}

function worstBucket(rule: Badness, { at, lowest, highest }: Buckets): number | undefined {
  let worst: Extreme | undefined
  for (const [index, start] of at.entries()) {
    worst = worseOf(rule, worst, { at: start, value: lowest[index] ?? 0 })
    worst = worseOf(rule, worst, { at: start, value: highest[index] ?? 0 })
  }
  return worst?.at
}
