import type { TimeSeries } from '@greenhouse/timeseries'
import type { PlaceNightSpan } from './night.ts'
import type { MeasuredLow, PlaceSensor } from './night-store.ts'

const QUARTER_MS = 15 * 60_000

/** Returns the lowest that the thermometers of a place measured in a night; undefined without a reading. */
export async function measuredLow(
  timeSeries: Pick<TimeSeries, 'points'>,
  thermometers: readonly PlaceSensor[],
  { from, to }: Pick<PlaceNightSpan, 'from' | 'to'>,
): Promise<MeasuredLow | undefined> {
  let lowest: MeasuredLow | undefined
  for (const { deviceKey, slot } of thermometers) {
    const [buckets] = await timeSeries.points(deviceKey, [slot], { from, to, widthMs: QUARTER_MS })
    for (const [index, low] of buckets?.lowest.entries() ?? [])
      if (lowest === undefined || low < lowest.low) lowest = { low, at: buckets?.at[index] ?? from }
  }
  return lowest
}
