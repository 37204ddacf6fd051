import {
  addDays,
  dateIn,
  DAY_KNOWN_MS,
  DAY_MS,
  instantOf,
  knownMs,
  lightOf,
  metricById,
  photonsOf,
  sharesByDate,
  startOfDate,
  type CalendarDate,
  type LightSource,
} from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { ComputedValue } from '../../series/decoding/decode-computed.ts'
import { hoursOf, sharesOfHours } from './hours.ts'
import { DAILY_LIGHT, type LightChannel } from './light-sensor-store.ts'

/** Days before today that are added up of a sensor without any. */
const DAYS_MAX = 366
const NOON_MINUTES = 12 * 60
const DAILY = metricById(DAILY_LIGHT)

/** A time zone, and the date of today there. */
export interface ZoneDate {
  readonly zone: string
  readonly today: CalendarDate
}

interface LitChannel extends LightChannel {
  /** The newest values of its device. */
  readonly newest: ReadonlyArray<{ readonly slot: number; readonly at: number }>
  readonly source: LightSource | null
}

/** Returns the light of each day before today that is known well enough and not stored, by the most exact sensor that still sends. */
export async function lightOfDays(
  timeSeries: Pick<TimeSeries, 'points'>,
  { channel, sensors, dailySlot, newest, source }: LitChannel,
  { zone, today }: ZoneDate,
): Promise<ComputedValue[]> {
  const newestAt = (slot: number | undefined) => newest.find((one) => one.slot === slot)?.at
  const to = startOfDate(today, zone)
  const sensor = sensors.find(({ slot }) => (newestAt(slot) ?? -Infinity) >= to - DAY_MS)
  const stored = newestAt(dailySlot)
  const earliest = addDays(today, -DAYS_MAX)
  const next = stored === undefined ? earliest : addDays(dateIn(stored, zone), 1)
  const from = startOfDate(next > earliest ? next : earliest, zone)
  if (!sensor || from >= to) return []
  const photons = photonsOf(sensor.metric, source)
  const shares = sharesOfHours(await hoursOf(timeSeries, sensor, { from, to }))
  const days = [...sharesByDate(shares, zone)].filter(([, own]) => knownMs(own) >= DAY_KNOWN_MS)
  return days.map(([date, own]) => ({
    at: instantOf(date, NOON_MINUTES, zone),
    metric: DAILY,
    channel,
    value: Math.round(lightOf(own) * photons * 100) / 100,
  }))
}
