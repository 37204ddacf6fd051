import { HOUR_MS, metricById, type SeriesHistory } from '@greenhouse/contract'
import { formatDateTime, formatTime, withUnit } from '../../lib/format.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { livenessOf } from '../../shared/liveness/liveness.ts'

/** Shorter histories do not show how cold a day was. */
const DAY_LONG_ENOUGH_MS = 6 * HOUR_MS
const NIGHT_FROM_HOUR = 20
const NIGHT_TO_HOUR = 9

interface Known {
  readonly deviceName: string
  /** Seconds as text. */
  readonly waitTime: string
  readonly time: string | null
}

type Temperatures = Pick<SeriesHistory, 'time' | 'mean' | 'min'>

/** Returns that a device is silent, or its lowest temperature; undefined if there is nothing to report. */
export function deviceSentence(
  device: Known,
  day: Temperatures | undefined,
  { now, celsius }: { now: number; celsius: boolean },
): string | undefined {
  const { deviceName, waitTime, time } = device
  if (time === null) return `${deviceName} has not sent a reading yet.`
  if (livenessOf(now - Date.parse(time), Number(waitTime)) === 'silent') {
    return `${deviceName} has been silent since ${formatDateTime(time)}.`
  }
  const coldest = day && lengthOf(day) >= DAY_LONG_ENOUGH_MS ? coldestOf(day) : undefined
  if (!coldest) return undefined
  const { text, unit } = showValue(metricById('temperature'), coldest.value, celsius)
  const value = `${withUnit(text, unit)} at ${formatTime(coldest.time)}`
  return isAtNight(coldest.time)
    ? `Coldest last night: ${deviceName}, ${value}.`
    : `Coldest in ${deviceName}: ${value}.`
}

function isAtNight(time: number): boolean {
  const hour = new Date(time).getHours()
  return hour >= NIGHT_FROM_HOUR || hour < NIGHT_TO_HOUR
}

function lengthOf({ time }: Temperatures): number {
  return (time.at(-1) ?? 0) - (time[0] ?? 0)
}

function coldestOf({ time, mean, min = mean }: Temperatures): { time: number; value: number } | undefined {
  const values = time.map((at, index) => ({ time: at, value: min[index] ?? 0 }))
  return values.toSorted((one, other) => one.value - other.value)[0]
}
