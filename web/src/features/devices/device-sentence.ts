import { HOUR_MS, metricById, type HistoryRecord } from '@greenhouse/contract'
import { formatDateTime, formatTime, withUnit } from '../../lib/format.ts'
import { showValue } from '../../lib/show-value.ts'
import { livenessOf } from '../../lib/liveness.ts'

/** Records of a shorter time do not say when a day was coldest. */
const DAY_LONG_ENOUGH_MS = 6 * HOUR_MS

interface Known {
  readonly deviceName: string
  /** Seconds as text. */
  readonly deviceWaitTime: string
  readonly time: string | null
}

/**
 * One true sentence about a device, for the top of the dashboard: that it is silent, or how cold it was at the
 * coldest in the records given; undefined when there is nothing to report.
 */
export function deviceSentence(
  device: Known,
  day: readonly HistoryRecord[],
  { now, celsius }: { now: number; celsius: boolean },
): string | undefined {
  const { deviceName, deviceWaitTime, time } = device
  if (time === null) return `${deviceName} has not sent a reading yet.`
  if (livenessOf(now - Date.parse(time), Number(deviceWaitTime)) === 'silent') {
    return `${deviceName} has been silent since ${formatDateTime(time)}.`
  }
  const coldest = coldestOf(day)
  if (!coldest || lengthOf(day) < DAY_LONG_ENOUGH_MS) return undefined
  const { text, unit } = showValue(metricById('temperature'), lowestOf(coldest), celsius)
  return `Coldest in ${deviceName}: ${withUnit(text, unit)} at ${formatTime(coldest.time)}.`
}

function lengthOf(day: readonly HistoryRecord[]): number {
  return Date.parse(day.at(-1)?.time ?? '') - Date.parse(day[0]?.time ?? '')
}

function lowestOf({ temperature, min }: HistoryRecord): number | null {
  return min?.temperature ?? temperature
}

function coldestOf(day: readonly HistoryRecord[]): HistoryRecord | undefined {
  const known = day.filter((record) => lowestOf(record) !== null)
  return known.toSorted((one, other) => (lowestOf(one) ?? 0) - (lowestOf(other) ?? 0))[0]
}
