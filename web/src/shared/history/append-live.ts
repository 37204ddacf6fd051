import { CHART_POINTS_MAX, type SeriesHistory } from '@greenhouse/contract'
import { addToBuckets, intoBuckets, isBucketed, type LiveChart, type LiveValue } from './bucketed-history.ts'

/** Live values move the chart at most this often. */
export const LIVE_APPEND_THROTTLE_MS = 1000

/**
 * The history of a chart after live values within its range. Each joins the bucket that it belongs to; values that are
 * shown one by one are summed up in buckets once they are more than 500. Returns the same history when nothing changed, so
 * that values may be appended twice.
 */
export function appendLive(history: SeriesHistory, arrived: readonly LiveValue[], chart: LiveChart): SeriesHistory {
  const inside = arrived.filter((one) => isInside(one, chart)).toSorted((one, other) => one.time - other.time)
  if (isBucketed(history)) return addToBuckets(history, inside, chart)
  const appended = addValues(history, inside)
  return appended.time.length > CHART_POINTS_MAX ? intoBuckets(appended, chart) : appended
}

/**
 * Whether a live value is older than the newest one in the buckets. They may hold it already, so it joins them only when
 * the history is fetched again.
 */
export function isLate(history: SeriesHistory, value: LiveValue, chart: Omit<LiveChart, 'metric'>): boolean {
  return isBucketed(history) && isInside(value, chart) && value.time < history.newest
}

function isInside({ time }: LiveValue, { from, to }: Omit<LiveChart, 'metric'>): boolean {
  return time >= from && time <= to
}

/** Adds values to those of a history, each at its time. The first value of a time stands. */
function addValues(history: SeriesHistory, values: readonly LiveValue[]): SeriesHistory {
  const known = new Map(history.time.map((time, index) => [time, history.mean[index] ?? 0]))
  for (const { time, value } of values) if (!known.has(time)) known.set(time, value)
  if (known.size === history.time.length) return history
  const sorted = [...known].toSorted(([one], [other]) => one - other)
  return { ...history, time: sorted.map(([time]) => time), mean: sorted.map(([, value]) => value) }
}
