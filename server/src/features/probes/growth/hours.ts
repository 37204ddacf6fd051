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
 * Returns the hours of a sensor from one instant to another, by summaries of chunks: a year costs as much as its hours. A board
 * that sends less often than hourly has points that reach half way to each other.
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
