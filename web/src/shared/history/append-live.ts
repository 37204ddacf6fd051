import { CHART_POINTS_MAX, type SeriesHistory } from '@greenhouse/contract'
import { addToBuckets, intoBuckets, isBucketed, type LiveChart, type LiveValue } from './bucketed-history.ts'

export const LIVE_APPEND_THROTTLE_MS = 1000

/** Appends live values within the range. Idempotent; returns the same history if nothing changed. */
export function appendLive(history: SeriesHistory, arrived: readonly LiveValue[], chart: LiveChart): SeriesHistory {
  const inside = arrived.filter((one) => isInside(one, chart)).toSorted((one, other) => one.time - other.time)
  if (isBucketed(history)) return addToBuckets(history, inside, chart)
  const appended = addValues(history, inside)
  return appended.time.length > CHART_POINTS_MAX ? intoBuckets(appended, chart) : appended
}

/** Returns true for a value older than the newest one in the buckets, which may contain it already. */
export function isLate(history: SeriesHistory, value: LiveValue, chart: Omit<LiveChart, 'metric'>): boolean {
  return isBucketed(history) && isInside(value, chart) && value.time < history.newest
}

function isInside({ time }: LiveValue, { from, to }: Omit<LiveChart, 'metric'>): boolean {
  return time >= from && time <= to
}

/** Keeps the first value of a time. */
function addValues(history: SeriesHistory, values: readonly LiveValue[]): SeriesHistory {
  const known = new Map(history.time.map((time, index) => [time, history.mean[index] ?? 0]))
  for (const { time, value } of values) if (!known.has(time)) known.set(time, value)
  if (known.size === history.time.length) return history
  const sorted = [...known].toSorted(([one], [other]) => one - other)
  return { ...history, time: sorted.map(([time]) => time), mean: sorted.map(([, value]) => value) }
}
