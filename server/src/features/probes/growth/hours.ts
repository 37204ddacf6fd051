import { HOUR_MS, sharesOf, type Share, type SpanPoint, type Spacing } from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'

/** Readings that a sensor may miss without a gap. */
export const MISSED_MAX = 3

/** Where the time series has the values of a sensor. */
export interface StoredSensor {
  readonly deviceKey: number
  readonly slot: number
  /** Seconds between two readings of its board. */
  readonly everySeconds: number
}

export interface Hours extends Spacing {
  readonly points: readonly SpanPoint[]
}

/**
 * Returns the mean and the extremes of each hour of a sensor between two instants. They are read from the summaries of chunks, so
 * that a year costs as much as its 8,760 hours. When a board sends less often than every hour, hours without a value lie
 * between the points, and each point counts until the middle of the gap to the next one.
 */
export async function hoursOf(
  timeSeries: Pick<TimeSeries, 'points'>,
  { deviceKey, slot, everySeconds }: StoredSensor,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Hours> {
  const [found] = await timeSeries.points(deviceKey, [slot], { from, to, widthMs: HOUR_MS, origin: from })
  const points = Array.from(found?.at ?? [], (at, index) => ({
    time: at + HOUR_MS / 2,
    average: found!.means[index]!,
    min: found!.lowest[index]!,
    max: found!.highest[index]!,
  }))
  return { points, widthMs: HOUR_MS, bridgeMs: Math.max(MISSED_MAX * everySeconds * 1000, HOUR_MS), until: to }
}

/** Returns for how long each of the hours counts. */
export function sharesOfHours({ points, ...spacing }: Hours): Share[] {
  return sharesOf([points], spacing)
}
