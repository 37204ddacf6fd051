import { HOUR_MS, PREVIEW_EPISODES_MAX, type TimeRange } from '@greenhouse/contract'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Buckets } from '@greenhouse/timeseries'
import type { Preview } from './preview.ts'
import { RawCursor, type SeriesReader } from './series-reader.ts'

const WIDTH_MS = HOUR_MS
/** Maximum ratio of the rate of a series to that in the busiest tenth of its hours. */
const FASTER = 1.1
/** Buckets that are looked at, and values that are read, between two pauses. */
const BUCKETS_AT_ONCE = 500
const VALUES_AT_ONCE = 150_000

/**
 * Returns when none of some series of a device sent for longer than a limit. The time before the first value of the
 * range does not count. Times are read only in hours without values or with fewer than usual, so a silence of less than
 * two hours is missed in a series that sends much faster in that hour than in nine of ten others.
 *
 * @throws the reason of `signal` once aborted
 */
export async function previewSilence(
  limitSeconds: number,
  readers: readonly SeriesReader[],
  range: TimeRange,
  signal?: AbortSignal,
): Promise<Preview> {
  const counts = await countsOf(readers, range, signal)
  const starts = [...counts.keys()].toSorted((one, other) => one - other)
  const silences = new Silences(limitSeconds * 1000)
  const isDense = densityTest(counts, limitSeconds * 1000)
  const cursors = readers.map((reader) => new RawCursor(reader, range.to))
  // An hour without values is not dense: so the first and the last one with values are always read.
  const isRead = (start: number) => [start - WIDTH_MS, start, start + WIDTH_MS].some((one) => !isDense(one))
  let work = 0
  try {
    for (const [index, start] of starts.entries()) {
      if (isRead(start)) work += await addTimes(silences, cursors, bucketAt(start, range))
      else silences.skip()
      if (index % BUCKETS_AT_ONCE !== 0 && work < VALUES_AT_ONCE) continue
      work = 0
      await breathe()
      signal?.throwIfAborted()
    }
  } finally {
    for (const cursor of cursors) await cursor.close()
  }
  return silences.preview(range)
}

/** Returns how many values the busiest series has in each hour, by the start of the hour. */
async function countsOf(
  readers: readonly SeriesReader[],
  range: TimeRange,
  signal: AbortSignal | undefined,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const reader of readers) {
    await breathe()
    signal?.throwIfAborted()
    const buckets: Buckets = await reader.points({ ...range, widthMs: WIDTH_MS, origin: 0 })
    for (const [index, start] of buckets.at.entries())
      counts.set(start, Math.max(counts.get(start) ?? 0, buckets.counts[index]!))
  }
  return counts
}

/**
 * Returns whether an hour has so many values that no more than half of a silence can lie in it: the other half is in one
 * beside it, which is not dense then.
 */
function densityTest(counts: ReadonlyMap<number, number>, limitMs: number): (start: number) => boolean {
  const sorted = [...counts.values()].toSorted((one, other) => one - other)
  const usual = sorted[Math.floor(sorted.length * 0.9)] ?? 0
  const least = Math.max(usual * FASTER * (1 - limitMs / 2 / WIDTH_MS), 1)
  return (start) => (counts.get(start) ?? 0) >= least
}

function bucketAt(start: number, range: TimeRange): TimeRange {
  return { from: Math.max(start, range.from), to: Math.min(start + WIDTH_MS, range.to) }
}

/** Adds the times of all values of a bucket. Returns how many there were. */
async function addTimes(silences: Silences, cursors: readonly RawCursor[], bucket: TimeRange): Promise<number> {
  const times: Float64Array[] = []
  for (const cursor of cursors)
    for (const { at, start, end } of await cursor.read(bucket)) times.push(at.subarray(start, end))
  const all = times.length === 1 ? times[0]! : joined(times)
  for (let index = 0; index < all.length; index++) silences.add(all[index]!)
  return all.length
}

function joined(times: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(times.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const some of times) {
    all.set(some, filled)
    filled += some.length
  }
  return all.sort()
}

class Silences {
  readonly #limitMs: number
  #episodes: Array<{ openedAt: number; closedAt: number | null }> = []
  #count = 0
  #openMs = 0
  #first: number | undefined
  #last = 0
  /** Whether values after the last one were skipped. */
  #isCut = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  add(at: number): void {
    if (this.#first === undefined) this.#first = at
    else if (!this.#isCut) this.#end(at, at)
    this.#last = at
    this.#isCut = false
  }

  skip(): void {
    this.#isCut = true
  }

  preview(range: TimeRange): Preview {
    const covered = this.#first === undefined ? null : { from: this.#first, to: this.#last }
    if (covered) this.#end(null, range.to)
    return {
      episodes: this.#episodes.slice(-PREVIEW_EPISODES_MAX).map((one) => ({ ...one, worst: null, worstAt: null })),
      count: this.#count,
      openSeconds: Math.round(this.#openMs / 1000),
      alternatives: [],
      covered,
    }
  }

  /** Ends the time without values at an instant. */
  #end(closedAt: number | null, at: number): void {
    const openedAt = this.#last + this.#limitMs
    if (at <= openedAt) return
    this.#count++
    this.#openMs += at - openedAt
    this.#episodes.push({ openedAt, closedAt })
    if (this.#episodes.length >= 2 * PREVIEW_EPISODES_MAX) this.#episodes = this.#episodes.slice(-PREVIEW_EPISODES_MAX)
  }
}
