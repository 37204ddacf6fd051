import { CHART_POINTS_MAX, withExtremes, type DeviceHistory, type SensorRecord } from '@greenhouse/contract'
import { addToBuckets, intoBuckets, isBucketed, missingOf } from './bucketed-history.ts'
import type { TimeRange } from './time-range.ts'

/** Live readings move the chart at most this often. */
export const LIVE_APPEND_THROTTLE_MS = 1000

/**
 * The history of a chart after live readings within its range. Each joins the bucket that it belongs to; readings that are
 * shown one by one are summed up in buckets once they are more than 500. A reading that is already there adds only what was
 * missing of it. Returns the same history when nothing changed, so that readings may be appended twice.
 */
export function appendLive(history: DeviceHistory, arrived: readonly SensorRecord[], range: TimeRange): DeviceHistory {
  const inside = arrived
    .filter(({ time }) => time >= range.from && time <= range.to)
    .toSorted((one, other) => one.time.localeCompare(other.time))
  if (isBucketed(history)) return addToBuckets(history, inside, range)
  const appended = addReadings(history, inside)
  return appended.sensorHistoryRecords.length > CHART_POINTS_MAX ? intoBuckets(appended, range) : appended
}

/**
 * Whether a live reading is older than the newest one in the buckets. They may hold it already, so it joins them only when
 * the history is fetched again.
 */
export function isLate(history: DeviceHistory, { time }: SensorRecord, { from, to }: TimeRange): boolean {
  return isBucketed(history) && time >= from && time <= to && time < (history.newest?.time ?? '')
}

function addReadings(history: DeviceHistory, arrived: readonly SensorRecord[]): DeviceHistory {
  const records = new Map(history.sensorHistoryRecords.map((record) => [record.time, record]))
  let isChanged = false
  for (const reading of arrived) {
    const shown = records.get(reading.time)
    const added = shown ? missingOf(shown, reading) : reading
    if (Object.keys(added).length === 0) continue
    const { time, temperature, humidity, airPressure, airQuality } = { ...reading, ...shown, ...added }
    records.set(time, withExtremes({ time, temperature, humidity, airPressure, airQuality }))
    isChanged = true
  }
  if (!isChanged) return history
  const sensorHistoryRecords = [...records.values()].toSorted((one, other) => one.time.localeCompare(other.time))
  return { ...history, sensorHistoryRecords }
}
