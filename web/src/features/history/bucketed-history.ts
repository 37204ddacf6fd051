import {
  bucketAt,
  bucketsOf,
  CHART_POINTS_MAX,
  isMissing,
  boardMetrics,
  type Buckets,
  type DeviceHistory,
  type HistoryRecord,
  type BoardMetricId,
  type SensorRecord,
} from '@greenhouse/contract'
import type { TimeRange } from './time-range.ts'

/** A history whose records are buckets, not the readings themselves. */
export type BucketedHistory = DeviceHistory & { resolution: number; start: string }

export function isBucketed(history: DeviceHistory): history is BucketedHistory {
  return (history.resolution ?? 0) > 0 && history.start !== undefined
}

export function bucketsIn({ start, resolution }: BucketedHistory): Buckets {
  return { start: Date.parse(start), width: resolution * 1000 }
}

/** The values that a reading adds to what is known of its instant. */
export function missingOf(known: SensorRecord, reading: SensorRecord): Partial<Record<BoardMetricId, number>> {
  return Object.fromEntries(
    boardMetrics.flatMap(({ id }) => (known[id] === null && reading[id] !== null ? [[id, reading[id]]] : [])),
  )
}

/**
 * Adds readings, in order of time, to the last bucket, or opens a new one. Readings before the newest one are left out:
 * the buckets may hold them already. Returns the same history when nothing changed.
 */
export function addToBuckets(
  history: BucketedHistory,
  readings: readonly SensorRecord[],
  range: TimeRange,
): BucketedHistory {
  const buckets = bucketsIn(history)
  const indexOf = ({ time }: { time: string }) => bucketAt(buckets, Date.parse(time))
  const records = [...history.sensorHistoryRecords]
  const known = Math.max(records.length - 1, 0)
  let newest = history.newest ?? null
  for (const reading of readings) {
    if (newest && reading.time < newest.time) continue
    const isSame = newest?.time === reading.time
    const added = newest && isSame ? missingOf(newest, reading) : reading
    if (Object.keys(added).length === 0) continue
    newest = { ...reading, ...(isSame && newest), ...added }
    const last = records.at(-1)
    const isOpen = last !== undefined && indexOf(last) === indexOf(reading)
    records.splice(isOpen ? -1 : records.length, 1, withValues(isOpen ? last : emptyRecord(reading.time), added))
  }
  if (!newest || newest === history.newest) return history
  const settled = timesWithin(buckets, range, newest.time)
  return {
    ...history,
    newest,
    sensorHistoryRecords: [...records.slice(0, known), ...records.slice(known).map(settled)],
  }
}

/** The readings of a history in at most as many buckets as a chart has points. */
export function intoBuckets(history: DeviceHistory, range: TimeRange): BucketedHistory {
  const { start, width } = bucketsOf({ from: Date.parse(range.from), to: Date.parse(range.to) }, CHART_POINTS_MAX)
  const empty = {
    ...history,
    resolution: width / 1000,
    start: new Date(start).toISOString(),
    newest: null,
    sensorHistoryRecords: [],
  }
  return addToBuckets(empty, history.sensorHistoryRecords, range)
}

/** Gives a record the middle of its bucket as time, or the end of the range or the newest reading's time before it. */
function timesWithin({ start, width }: Buckets, { from, to }: TimeRange, newest: string) {
  return (record: HistoryRecord): HistoryRecord => {
    const index = bucketAt({ start, width }, Date.parse(record.time))
    const middle = new Date(start + (index + 0.5) * width).toISOString()
    const end = newest < to ? newest : to
    const time = middle < end ? middle : end
    return { ...record, time: time < from ? from : time }
  }
}

function emptyRecord(time: string) {
  const all = <Value extends number | null>(value: Value): Record<BoardMetricId, Value> => ({
    temperature: value,
    humidity: value,
    airPressure: value,
    airQuality: value,
  })
  const none = all<number | null>(null)
  return { ...none, time, min: none, max: none, counts: all<number>(0) }
}

function withValues(record: HistoryRecord, values: Partial<Record<BoardMetricId, number | null>>): HistoryRecord {
  const { min, max, counts } = emptyRecord(record.time)
  const next = {
    ...record,
    min: { ...min, ...record.min },
    max: { ...max, ...record.max },
    counts: { ...counts, ...record.counts },
  }
  for (const metric of boardMetrics) {
    const { id } = metric
    const value = values[id]
    if (isMissing(metric, value)) continue
    const n = next.counts[id]
    next[id] = ((next[id] ?? 0) * n + value) / (n + 1)
    next.min[id] = Math.min(next.min[id] ?? value, value)
    next.max[id] = Math.max(next.max[id] ?? value, value)
    next.counts[id] = n + 1
  }
  return next
}
