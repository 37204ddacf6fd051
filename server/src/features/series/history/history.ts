import {
  boardMetrics,
  bucketsOf,
  withExtremes,
  type BoardMetric,
  type BoardMetricId,
  type BoardValues,
  type Buckets as BucketLayout,
  type DeviceHistory,
  type HistoryRecord,
  type SensorRecord,
  toTimestamp,
} from '@greenhouse/contract'
import { listPieces } from '../../../platform/http/list-pieces.ts'
import type { TimeSeries, Buckets, PointsRange } from '@greenhouse/timeseries'
import { noValues, slotNumbers } from './board-records.ts'
import { fewReadings, lastReading, readingPages, type Range, type ReadDevice } from './reading-pages.ts'

const MINUTE = 60_000
/** Buckets are multiples of the first of these that still gives a third of the points: none is read in parts then. */
const STEPS_MS = [360 * MINUTE, 15 * MINUTE]
/** The length of the finest buckets that are left of removed readings. */
const FINEST_MS = 15 * MINUTE
/** Below the first, a number of decimals that is computed is wrong by less than the second. */
const [EXACT_MAX, UNCLEAR] = [1e9, 1e-6]

/** Yields every reading of the range as pieces of a JSON list, oldest first. Holds one page in memory. */
export function everyReading(timeSeries: TimeSeries, device: ReadDevice, range: Range): AsyncGenerator<string> {
  return listPieces(recordPages(timeSeries, device, range))
}

async function* recordPages(
  timeSeries: TimeSeries,
  device: ReadDevice,
  range: Range,
): AsyncGenerator<{ rows: SensorRecord[] }> {
  for await (const { rows } of readingPages(timeSeries, device, range)) yield { rows: rows.map(({ record }) => record) }
}

export type Downsampled = Omit<DeviceHistory, 'deviceId' | 'deviceName'>

/** A range and the maximum number of points drawn. Readings before `readingsFrom` were removed. */
export interface Drawing {
  readonly range: Range
  readonly points: number
  readonly readingsFrom: number
}

/** Returns at most `points` records, oldest first: readings if they fit, else buckets with weighted means. */
export async function downsampled(
  timeSeries: TimeSeries,
  device: ReadDevice,
  { range, points, readingsFrom }: Drawing,
): Promise<Downsampled> {
  const grid = gridOf({ range, points, readingsFrom })
  const series = await timeSeries.points(device.deviceKey, slotNumbers(device.slots), grid)
  const isFew = range.from >= readingsFrom && !isMoreThan(series, points)
  const few = isFew ? await fewReadings(timeSeries, device, range, points) : undefined
  if (few) return { resolution: 0, sensorHistoryRecords: few.map(({ record }) => withExtremes(record)) }
  const newest = await lastReading(timeSeries, device, { from: Math.max(range.from, readingsFrom), to: range.to })
  const { widthMs: width, origin: start } = grid
  const shown = { from: range.from, to: Math.min(newest?.at ?? range.to, range.to) }
  return {
    resolution: Math.round(width / 1000),
    start: toTimestamp(start),
    newest: newest?.record ?? null,
    sensorHistoryRecords: recordsOfBuckets(device, series, width, shown),
  }
}

export type Grid = PointsRange & { readonly origin: number }

/** Returns whether one series has more than `most` values in buckets; values of a missing sensor are in none. */
export function isMoreThan(series: readonly Buckets[], most: number): boolean {
  return series.some((one) => valuesIn(one) > most)
}

/** Returns the number of values in all buckets of a series. */
export function valuesIn({ counts }: Pick<Buckets, 'counts'>): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns the buckets into which a drawing is divided. Ends of removed readings are moved to whole buckets. */
export function gridOf({ range, points, readingsFrom }: Drawing): Grid {
  const isWhole = range.from >= readingsFrom
  const { width, start } = layoutOf(range, points, isWhole ? 1 : FINEST_MS)
  const { from, to } = isWhole ? range : wholeBuckets(range, readingsFrom)
  return { from, to: to + 1, widthMs: width, origin: start }
}

/** Returns the time of a bucket: its middle, or the end of the range when that lies beyond it. */
export function middleOf(at: number, width: number, { from, to }: Range): number {
  return Math.min(Math.max(at + width / 2, from), Math.max(to, from))
}

/** Rounds a mean to one decimal more than is shown, exactly as toFixed does, which is slow for a whole chart. */
export function roundedMean(mean: number, decimals: number): number {
  const power = 10 ** (decimals + 1)
  const scaled = Math.abs(mean) * power
  const isClear = Math.abs(scaled - Math.floor(scaled) - 0.5) > UNCLEAR
  if (scaled > EXACT_MAX || !isClear) return Number(mean.toFixed(decimals + 1))
  return (Math.sign(mean) * Math.round(scaled)) / power
}

/** Widens a range to whole buckets of the removed readings: the first and the last of them stand for their whole length. */
function wholeBuckets({ from, to }: Range, readingsFrom: number): Range {
  const end = (Math.floor(to / FINEST_MS) + 1) * FINEST_MS - 1
  return {
    from: Math.floor(from / FINEST_MS) * FINEST_MS,
    to: to < readingsFrom ? Math.min(end, readingsFrom - 1) : to,
  }
}

export function layoutOf(range: Range, points: number, finest = 1): BucketLayout {
  const step = STEPS_MS.find((length) => (range.to - range.from) / length >= points / 3) ?? finest
  return bucketsOf(range, points, step)
}

interface Sums extends BoardValues {
  readonly min: BoardValues
  readonly max: BoardValues
  readonly counts: Record<BoardMetricId, number>
}

function recordsOfBuckets(
  { slots }: ReadDevice,
  series: readonly Buckets[],
  width: number,
  shown: Range,
): HistoryRecord[] {
  const records = new Map<number, Sums>()
  for (const metric of boardMetrics) {
    const buckets = series.find(({ slot }) => slot === slots[metric.id])
    if (!buckets) continue
    for (let index = 0; index < buckets.at.length; index++) {
      const at = buckets.at[index]!
      let sums = records.get(at)
      if (!sums) records.set(at, (sums = noSums()))
      fill(sums, metric, buckets, index)
    }
  }
  return [...records]
    .toSorted(([one], [other]) => one - other)
    .map(([at, { min, max, counts, ...means }]) => {
      const time = toTimestamp(middleOf(at, width, shown))
      return { ...means, time, min, max, counts }
    })
}

function fill(sums: Sums, { id, decimals }: BoardMetric, buckets: Buckets, index: number): void {
  sums[id] = roundedMean(buckets.means[index]!, decimals)
  sums.min[id] = buckets.lowest[index]!
  sums.max[id] = buckets.highest[index]!
  sums.counts[id] = buckets.counts[index]!
}

function noSums(): Sums {
  const counts = { temperature: 0, humidity: 0, airPressure: 0, airQuality: 0 }
  return { ...noValues(), min: noValues(), max: noValues(), counts }
}
