import {
  HOUR_MS,
  isMissing,
  Hours,
  otherLimits,
  withinMsOf,
  type RuleMeaning,
  PreviewRun,
  type ValueBucket,
  type PreviewEpisode,
  type TimeRange,
} from '@greenhouse/contract'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Buckets } from '@greenhouse/timeseries'
import { RawCursor, type SeriesReader } from './series-reader.ts'

/** The outcome of a preview; times in milliseconds since 1970. */
export interface Preview {
  /** The newest 1,000, the oldest of them first. `worst` is null for `silent`. */
  readonly episodes: ReadonlyArray<{
    readonly openedAt: number
    readonly closedAt: number | null
    readonly worst: number | null
    readonly worstAt: number | null
  }>
  /** How many episodes there were. */
  readonly count: number
  /** One that is open lasts until the end of the range. */
  readonly openSeconds: number
  /** The same for other limits, the strictest first; only for rules with one limit. */
  readonly alternatives: ReadonlyArray<{
    readonly limit: number
    readonly episodes: number
    readonly openSeconds: number
  }>
  /** The times of the first and of the last value; null when there are none. */
  readonly covered: TimeRange | null
}

/** The finest buckets that the summaries of a busy device have. */
const WIDTH_MS = HOUR_MS
/** Work between two pauses, in values that are evaluated: some milliseconds. */
const WORK = 150_000
/** Episodes whose worst value is read between two pauses. */
const EPISODES_AT_ONCE = 20
/** The work of looking at a bucket. */
const BUCKET = 20

/**
 * Returns the episodes that a rule opens on the values of a range. None begins before the range. Buckets of summaries that
 * can change nothing are skipped, the values of the others are evaluated as live ones are. Works in turns of some milliseconds,
 * so that other requests do not wait for it.
 *
 * @throws the reason of `signal` when that is aborted
 */
export async function preview(
  rule: RuleMeaning,
  reader: SeriesReader,
  range: TimeRange,
  signal?: AbortSignal,
): Promise<Preview> {
  signal?.throwIfAborted()
  const buckets = await bucketsOf(reader, rule, range)
  const hours = rule.activeHours === 'always' ? undefined : new Hours(rule.activeHours, rule.place)
  const run = new PreviewRun(rule, hours)
  const limits = otherLimits(rule, spreadOf(buckets.within))
  const others = limits.map((other) => new PreviewRun(other, hours))
  await runAll({ run, others, reader, range, signal }, buckets)
  const episodes = run.episodes
  await findWorstTimes(run, { episodes, reader, signal })
  return {
    episodes: episodes.map(({ openedAt, closedAt, worst, worstAt }) => ({ openedAt, closedAt, worst, worstAt })),
    count: run.count,
    openSeconds: secondsOf(run.openMs(range.to)),
    alternatives: others.map((other, index) => ({
      limit: limits[index]!.limit,
      episodes: other.count,
      openSeconds: secondsOf(other.openMs(range.to)),
    })),
    covered: await coveredBy(rule, reader, buckets.within),
  }
}

interface PreviewBuckets {
  readonly within: readonly ValueBucket[]
  /** The values of the minutes before the range, for `changing`. */
  readonly before: readonly ValueBucket[]
}

async function bucketsOf(reader: SeriesReader, rule: RuleMeaning, range: TimeRange): Promise<PreviewBuckets> {
  const read = async (part: TimeRange) => listOf(await reader.points({ ...part, widthMs: WIDTH_MS, origin: 0 }), part)
  const within = await read(range)
  if (rule.kind !== 'changing') return { within, before: [] }
  return { within, before: await read({ from: range.from - withinMsOf(rule), to: range.from }) }
}

function listOf({ at, lowest, highest }: Buckets, range: TimeRange): ValueBucket[] {
  return Array.from(at, (start, index) => ({
    from: Math.max(start, range.from),
    to: Math.min(start + WIDTH_MS, range.to),
    lowest: lowest[index]!,
    highest: highest[index]!,
  }))
}

interface Running {
  readonly run: PreviewRun
  readonly others: readonly PreviewRun[]
  readonly reader: SeriesReader
  readonly range: TimeRange
  readonly signal: AbortSignal | undefined
}

/** Takes the buckets in order; where one cannot be skipped by a rule, that one reads its values. */
async function runAll({ run, others, reader, range, signal }: Running, buckets: PreviewBuckets): Promise<void> {
  const cursor = new RawCursor(reader, range.to)
  const changes = changesOf(run, buckets)
  let work = 0
  try {
    for (const [index, bucket] of buckets.within.entries()) {
      work += BUCKET
      const reading = others.filter((other) => !other.canSkip(bucket))
      for (const other of others) if (!reading.includes(other)) other.skip(bucket)
      const seen = changes?.[index] ?? bucket
      // Values at hand say when the worst one came, which a bucket does not.
      if (reading.length === 0 && run.canSkip(seen) && (changes || !cursor.has(bucket))) run.skip(seen)
      else work += await addValues([run, ...reading], cursor, bucket)
      if (work < WORK) continue
      work = 0
      await breathe()
      signal?.throwIfAborted()
    }
  } finally {
    await cursor.close()
  }
}

/** Adds the values of a bucket. Returns how much work that was. */
async function addValues(runs: readonly PreviewRun[], cursor: RawCursor, { from, to }: TimeRange): Promise<number> {
  let work = 0
  const first = Math.min(...runs.map((run) => run.needsFrom(from)))
  for (const slice of await cursor.read({ from: first, to })) {
    for (const run of runs) run.add(slice, from)
    work += runs.length * (slice.end - slice.start)
  }
  for (const run of runs) run.reach(to)
  return work
}

/**
 * Returns for each bucket how much values in it can have changed at most within the minutes of a rule: by as much as the
 * values of the bucket and of those that the minutes before it touch. Undefined for a rule that does not look for changes.
 */
function changesOf(run: PreviewRun, { before, within }: PreviewBuckets): ValueBucket[] | undefined {
  const { lookBackMs } = run
  if (lookBackMs === 0) return undefined
  const all = [...before, ...within]
  return within.map(({ from, to }, index) => {
    let [lowest, highest] = [Infinity, -Infinity]
    for (let other = before.length + index; other >= 0 && all[other]!.to > from - lookBackMs; other--) {
      lowest = Math.min(lowest, all[other]!.lowest)
      highest = Math.max(highest, all[other]!.highest)
    }
    return { from, to, lowest: 0, highest: highest - lowest }
  })
}

/** Reads the times of worst values that are known by bucket only. */
async function findWorstTimes(
  run: PreviewRun,
  { episodes, reader, signal }: { readonly episodes: readonly PreviewEpisode[] } & Pick<Running, 'reader' | 'signal'>,
): Promise<void> {
  const cursor = new RawCursor(reader, episodes.at(-1)?.worstIn?.to ?? Infinity)
  let read = 0
  for (const episode of episodes) {
    if (!episode.worstIn) continue
    if (++read % EPISODES_AT_ONCE === 0) {
      await breathe()
      signal?.throwIfAborted()
    }
    for (const slice of await cursor.read(episode.worstIn)) {
      const index = run.worstIndex(slice)
      if (index < 0 || slice.values[index] !== episode.worst) continue
      episode.worstAt = slice.at[index]!
      break
    }
  }
  await cursor.close()
}

async function coveredBy(
  { metric }: RuleMeaning,
  reader: SeriesReader,
  buckets: readonly ValueBucket[],
): Promise<TimeRange | null> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return null
  const timesIn = async ({ from, to }: TimeRange): Promise<number[]> => {
    const times: number[] = []
    for await (const { at, values } of reader.raw({ from, to }))
      times.push(...at.filter((_, index) => !isMissing(metric, values[index])))
    return times
  }
  // Of values that retention has removed only the hour is known.
  return { from: (await timesIn(first))[0] ?? first.from, to: (await timesIn(last)).at(-1) ?? last.from }
}

function spreadOf(buckets: readonly ValueBucket[]): number {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const bucket of buckets) {
    lowest = Math.min(lowest, bucket.lowest)
    highest = Math.max(highest, bucket.highest)
  }
  return buckets.length === 0 ? 0 : highest - lowest
}

function secondsOf(ms: number): number {
  return Math.round(ms / 1000)
}
