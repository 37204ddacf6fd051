import { DAY_KNOWN_MS, HOUR_MS, type RainHour } from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { PlaceSensor } from '../night-store.ts'

/**
 * Returns the rain of a day by the gauge that knows most of its hours, from its rate in mm/h; undefined when none knows 18, as
 * then rain may have been missed.
 */
export async function measuredRain(
  timeSeries: Pick<TimeSeries, 'points'>,
  gauges: readonly PlaceSensor[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<RainHour[] | undefined> {
  let most: RainHour[] = []
  for (const { deviceKey, slot } of gauges) {
    const [found] = await timeSeries.points(deviceKey, [slot], { from, to, widthMs: HOUR_MS, origin: from })
    const hours = Array.from(found?.at ?? [], (at, index) => ({
      at: at + HOUR_MS,
      rain: found?.means[index] ?? 0,
      rainChance: 100,
    }))
    if (hours.length > most.length) most = hours
  }
  return most.length * HOUR_MS < DAY_KNOWN_MS ? undefined : most
}
