import {
  bucketsOf,
  boardMetrics,
  withExtremes,
  type Buckets,
  type DeviceHistory,
  type HistoryRecord,
  type Metric,
  type BoardMetricId,
  type SensorRecord,
  toTimestamp,
} from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import { listPieces } from '../../platform/http/list-pieces.ts'
import { sumReadings, sumRollups, type Bucket } from './bucket-store.ts'
import { findLastReading, hasMoreThan, listReadings, readingPages } from './reading-store.ts'
import { findReadingsFrom } from './retention-store.ts'
import { LEVELS, SUM_SCALE } from './rollup.ts'

export interface Range {
  /** Milliseconds since 1970, both inclusive. */
  readonly from: number
  readonly to: number
}

/** The length of the finest rollups. */
const FINEST = LEVELS[1]

/** Every reading of the range as pieces of a JSON list, oldest first. Holds one page in memory, whatever the range. */
export function everyReading(db: Db, deviceKey: number, range: Range): AsyncGenerator<string> {
  return listPieces(recordPages(db, deviceKey, range))
}

async function* recordPages(db: Db, deviceKey: number, range: Range): AsyncGenerator<{ rows: SensorRecord[] }> {
  for await (const { rows } of readingPages(db, deviceKey, range)) yield { rows: rows.map(({ record }) => record) }
}

/** A history as a chart draws it, in the fields of the contract. */
export type Downsampled = Omit<DeviceHistory, 'deviceId' | 'deviceName'>

/**
 * Returns at most `points` records for the range, oldest first: the readings themselves when they are so few, else buckets.
 * Averages are weighted by their number of values; lowest and highest values are kept.
 */
export async function downsampled(db: Db, deviceKey: number, range: Range, points: number): Promise<Downsampled> {
  const readingsFrom = await findReadingsFrom(db)
  if (range.from < readingsFrom) return fromRollups(db, deviceKey, range, { points, readingsFrom })
  if (!(await hasMoreThan(db, deviceKey, range, points))) {
    const few = await listReadings(db, deviceKey, { after: range.from - 1, to: range.to, limit: points })
    return { resolution: 0, sensorHistoryRecords: few.map(({ record }) => withExtremes(record)) }
  }
  const layout = layoutOf(range, points)
  return drawn(db, deviceKey, { range, layout, buckets: await collect(db, deviceKey, range, layout) })
}

/**
 * Downsamples a range that begins before the readings that are kept. There are rollups only, so a bucket is as long as
 * the finest of them at least, and the first and last one stand for their whole length.
 */
async function fromRollups(
  db: Db,
  deviceKey: number,
  range: Range,
  { points, readingsFrom }: { points: number; readingsFrom: number },
): Promise<Downsampled> {
  const layout = layoutOf(range, points, FINEST)
  const old = {
    from: Math.floor(range.from / FINEST) * FINEST,
    to: Math.min((Math.floor(range.to / FINEST) + 1) * FINEST, readingsFrom) - 1,
  }
  const buckets = [
    ...(await collect(db, deviceKey, old, layout)),
    ...(await collect(db, deviceKey, { from: readingsFrom, to: range.to }, layout)),
  ]
  return drawn(db, deviceKey, { range, layout, buckets })
}

async function drawn(
  db: Db,
  deviceKey: number,
  { range, layout, buckets }: { range: Range; layout: BucketLayout; buckets: readonly Bucket[] },
): Promise<Downsampled> {
  const newest = await findLastReading(db, deviceKey, range)
  const to = Math.min(newest?.at ?? range.to, range.to)
  return {
    resolution: Math.round(layout.width / 1000),
    start: toTimestamp(layout.start),
    newest: newest?.record ?? null,
    sensorHistoryRecords: merge(buckets).map((bucket) => toHistoryRecord(bucket, { from: range.from, to }, layout)),
  }
}

/** How a range is divided into buckets, one for each point of a chart. */
export interface BucketLayout extends Buckets {
  /** The rollups to read, in milliseconds; 0 for the readings themselves. */
  readonly level: number
}

/**
 * Divides the range into at most `points` buckets. Reads the coarsest level that still gives a third of the points asked
 * for, `finest` when there is none.
 */
export function layoutOf(range: Range, points: number, finest = 0): BucketLayout {
  const level = LEVELS.find((length) => (range.to - range.from) / length >= points / 3) ?? finest
  return { level, ...bucketsOf(range, points, level === 0 ? 1 : level) }
}

/** Returns the sums of the range: from whole rollups, and from the next finer source at the ends that no rollup fits. */
async function collect(
  db: Db,
  deviceKey: number,
  { from, to }: Range,
  { level, start, width }: BucketLayout,
): Promise<Bucket[]> {
  if (from > to) return []
  if (level === 0) return sumReadings(db, deviceKey, { from, to, start, width })
  const first = Math.ceil(from / level) * level
  const end = Math.floor((to + 1) / level) * level
  const finer = { level: LEVELS[LEVELS.findIndex((length) => length === level) + 1] ?? 0, start, width }
  if (first >= end) return collect(db, deviceKey, { from, to }, finer)
  return [
    ...(await collect(db, deviceKey, { from, to: first - 1 }, finer)),
    ...(await sumRollups(db, deviceKey, { from: first, to: end - 1, level, start, width })),
    ...(await collect(db, deviceKey, { from: end, to }, finer)),
  ]
}

/** A bucket may come from several sources; its parts are added up. */
function merge(buckets: readonly Bucket[]): Bucket[] {
  const points = new Map<number, Bucket>()
  for (const bucket of buckets) {
    const known = points.get(bucket.at)
    if (!known) points.set(bucket.at, bucket)
    else for (const { id } of boardMetrics) known.summaries[id] = addUp(known.summaries[id], bucket.summaries[id])
  }
  return [...points.values()].toSorted((a, b) => a.at - b.at)
}

type Summary = Bucket['summaries']['temperature']

function addUp(one: Summary, other: Summary): Summary {
  return {
    n: one.n + other.n,
    sum: one.sum + other.sum,
    min: one.min === null || (other.min !== null && other.min < one.min) ? other.min : one.min,
    max: one.max === null || (other.max !== null && other.max > one.max) ? other.max : one.max,
  }
}

function toHistoryRecord({ at, summaries }: Bucket, { from, to }: Range, { width }: BucketLayout): HistoryRecord {
  // The first and the last point may reach beyond the range and the newest reading; their time does not.
  const middle = Math.min(Math.max(at + width / 2, from), Math.max(to, from))
  const of = <Value>(pick: (summary: Summary, metric: Metric) => Value) =>
    Object.fromEntries(boardMetrics.map((metric) => [metric.id, pick(summaries[metric.id], metric)])) as Record<
      BoardMetricId,
      Value
    >
  return {
    ...of(averageOf),
    time: toTimestamp(middle),
    min: of(({ min }) => min),
    max: of(({ max }) => max),
    counts: of(({ n }) => n),
  }
}

/** An average with one decimal more than is shown: the others would be most of a chart's bytes. */
function averageOf({ n, sum }: Summary, { decimals }: Metric): number | null {
  return n === 0 ? null : Number((sum / n / SUM_SCALE).toFixed(decimals + 1))
}
