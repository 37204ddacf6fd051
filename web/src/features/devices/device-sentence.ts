import type { HistoryRecord } from '@greenhouse/contract'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { livenessOf } from './liveness.ts'

interface Known {
  readonly deviceName: string
  /** Seconds as text. */
  readonly deviceWaitTime: string
  readonly time: string | null
}

/**
 * One true sentence about a device, for the top of the dashboard: that it is silent, or when it was coldest in the
 * records given; undefined when there is nothing to report.
 */
export function deviceSentence(device: Known, day: readonly HistoryRecord[], now: number): string | undefined {
  const { deviceName, deviceWaitTime, time } = device
  if (time === null) return `${deviceName} has not sent a reading yet.`
  if (livenessOf(now - Date.parse(time), Number(deviceWaitTime)) === 'silent') {
    return `${deviceName} has been silent since ${formatDateTime(time)}.`
  }
  const coldest = coldestOf(day)
  if (!coldest) return undefined
  // The time of a record is the middle of its bucket, which is in the future for the newest one.
  const at = coldest.time < time ? coldest.time : time
  return `${deviceName} was coldest at ${formatTime(at)}.`
}

function coldestOf(day: readonly HistoryRecord[]): HistoryRecord | undefined {
  const lowest = (record: HistoryRecord) => record.min?.temperature ?? record.temperature
  const warm = day.filter((record) => lowest(record) !== null)
  return warm.toSorted((one, other) => (lowest(one) ?? 0) - (lowest(other) ?? 0))[0]
}
