import {
  bucketAt,
  bucketsOf,
  CHART_POINTS_MAX,
  isMissing,
  type Buckets,
  type Metric,
  type SeriesHistory,
} from '@greenhouse/contract'

export interface LiveValue {
  readonly time: number
  readonly value: number
}

/** Both ends inclusive, milliseconds since 1970. */
export interface LiveChart {
  readonly from: number
  readonly to: number
  readonly metric: Pick<Metric, 'zeroIsMissing'>
}

type BucketedHistory = { [Column in keyof Omit<SeriesHistory, 'values'>]-?: NonNullable<SeriesHistory[Column]> } & Pick<
  SeriesHistory,
  'values'
>

export function isBucketed(history: SeriesHistory): history is BucketedHistory {
  return history.resolution > 0 && history.start !== undefined && history.newest !== undefined
}

export function bucketsIn({ start = 0, resolution }: Pick<SeriesHistory, 'start' | 'resolution'>): Buckets {
  return { start, width: resolution * 1000 }
}

/** Adds values in order of time. Skips those not newer than the newest, which the buckets may contain already. */
export function addToBuckets(
  history: BucketedHistory,
  values: readonly LiveValue[],
  chart: LiveChart,
): BucketedHistory {
  const buckets = bucketsIn(history)
  const [time, mean, min, max] = [[...history.time], [...history.mean], [...history.min], [...history.max]]
  let { newest, count, values: all } = history
  const settled = Math.max(time.length - 1, 0)
  for (const one of values) {
    if (one.time <= newest) continue
    newest = one.time
    if (isMissing(chart.metric, one.value)) continue
    if (all !== undefined) all += 1
    const last = time.length - 1
    const isOpen = last >= 0 && bucketAt(buckets, time[last] ?? 0) === bucketAt(buckets, one.time)
    const at = isOpen ? last : last + 1
    count = isOpen ? count + 1 : 1
    time[at] = one.time
    mean[at] = (mean[at] ?? 0) + (one.value - (mean[at] ?? 0)) / count
    min[at] = Math.min(min[at] ?? one.value, one.value)
    max[at] = Math.max(max[at] ?? one.value, one.value)
  }
  if (newest === history.newest) return history
  for (let at = settled; at < time.length; at++) time[at] = timeWithin(buckets, chart, { at: time[at] ?? 0, newest })
  return { ...history, time, mean, min, max, newest, count, ...(all !== undefined && { values: all }) }
}

export function intoBuckets(history: SeriesHistory, chart: LiveChart): BucketedHistory {
  const { start, width } = bucketsOf(chart, CHART_POINTS_MAX)
  const columns = { time: [], mean: [], min: [], max: [] }
  const empty = {
    ...history,
    ...columns,
    resolution: width / 1000,
    start,
    newest: Number.NEGATIVE_INFINITY,
    count: 0,
    values: 0,
  }
  const values = history.time.map((time, index) => ({ time, value: history.mean[index] ?? 0 }))
  return addToBuckets(empty, values, chart)
}

/** Returns the middle of the bucket, limited by the end of the range and the time of the newest value. */
function timeWithin(
  { start, width }: Buckets,
  { from, to }: LiveChart,
  { at, newest }: { at: number; newest: number },
) {
  const middle = start + (bucketAt({ start, width }, at) + 0.5) * width
  return Math.max(Math.min(middle, newest, to), from)
}
