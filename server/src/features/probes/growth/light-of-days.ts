import {
  DAY_KNOWN_MS,
  DAY_MS,
  knownMs,
  lightOf,
  metricById,
  photonsOf,
  sharesByDate,
  startOfDate,
  type LightSource,
} from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { ComputedValue } from '../../series/decoding/decode-computed.ts'
import { firstMissing, noonOf, type ZoneDate } from './daily-values.ts'
import { hoursOf, sharesOfHours } from './hours.ts'
import { DAILY_LIGHT, type LightChannel } from './light-sensor-store.ts'

const DAILY = metricById(DAILY_LIGHT)

interface LitChannel extends LightChannel {
  /** The newest values of its device. */
  readonly newest: ReadonlyArray<{ readonly slot: number; readonly at: number }>
  readonly source: LightSource | null
}

/** Returns the light of each day before today that is known well enough and not stored, by the most exact sensor that still sends. */
export async function lightOfDays(
  timeSeries: Pick<TimeSeries, 'points'>,
  { channel, sensors, dailySlot, newest, source }: LitChannel,
  here: ZoneDate,
): Promise<ComputedValue[]> {
  const { zone, today } = here
  const newestAt = (slot: number | undefined) => newest.find((one) => one.slot === slot)?.at
  const to = startOfDate(today, zone)
  const sensor = sensors.find(({ slot }) => (newestAt(slot) ?? -Infinity) >= to - DAY_MS)
  const from = startOfDate(firstMissing(newestAt(dailySlot), here), zone)
  if (!sensor || from >= to) return []
  const photons = photonsOf(sensor.metric, source)
  const shares = sharesOfHours(await hoursOf(timeSeries, sensor, { from, to }))
  const days = [...sharesByDate(shares, zone)].filter(([, own]) => knownMs(own) >= DAY_KNOWN_MS)
  return days.map(([date, own]) => ({
    at: noonOf(date, zone),
    metric: DAILY,
    channel,
    value: Math.round(lightOf(own) * photons * 100) / 100,
  }))
}
