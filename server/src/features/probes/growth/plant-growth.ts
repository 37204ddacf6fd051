import {
  addDays,
  dateIn,
  degreesOfDay,
  HOUR_MS,
  knownMs,
  lightMetrics,
  lightOf,
  lightPerHour,
  photonsOf,
  startOfDate,
  toTimestamp,
  type GrowthBounds,
  type PlantDegreeDays,
  type PlantGrowth,
  type PlantLight,
} from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { Context } from '../../../platform/context.ts'
import { listLightSources } from '../../series/device-place-store.ts'
import { TEMPERATURE, type GrowingPlant } from './growing-plant-store.ts'
import { hoursOf, MISSED_MAX, sharesOfHours } from './hours.ts'
import { findDailySeries } from './light-sensor-store.ts'
import {
  deviceKeysNear,
  isLightSensor,
  readSurroundings,
  sensorsOfPlant,
  type LightSensor,
  type PlantSensor,
} from './plant-sensors.ts'
import { countedSince, warmDays } from './warm-days.ts'

/** Days of light that are shown before today. */
const DAYS_SHOWN = 14

/** Returns the light of a plant and its degree days. Reads at most ten years of hours, a year at a time. */
export async function growthOf(
  { db, now, timeSeries }: Pick<Context, 'db' | 'now' | 'timeSeries'>,
  plant: GrowingPlant,
): Promise<PlantGrowth> {
  const surroundings = await readSurroundings(db, plant.householdId, [...lightMetrics, TEMPERATURE])
  const newest = await timeSeries.newest(deviceKeysNear(surroundings, plant))
  const sensors = sensorsOfPlant(surroundings, plant, newest)
  const lit = sensors.find(isLightSensor)
  const thermometer = sensors.find(({ metric }) => metric === TEMPERATURE)
  const clock = { zone: plant.zone, now: now() }
  return {
    light: lit ? await lightOfPlant({ db, timeSeries }, lit, clock) : null,
    degreeDays:
      thermometer && plant.plantedAt !== null
        ? await degreesOf(timeSeries, thermometer, {
            ...clock,
            plantedAt: plant.plantedAt,
            bounds: plant.bounds,
          })
        : null,
  }
}

interface Clock {
  readonly zone: string
  readonly now: number
}

async function lightOfPlant(
  { db, timeSeries }: Pick<Context, 'db' | 'timeSeries'>,
  sensor: LightSensor,
  { zone, now }: Clock,
): Promise<PlantLight> {
  const source = (await listLightSources(db, [sensor.deviceKey])).get(sensor.deviceKey) ?? null
  const photons = photonsOf(sensor.metric, source)
  const today = dateIn(now, zone)
  const from = startOfDate(today, zone)
  const newestAt = Math.min(sensor.newestAt, now)
  // Its last value counts until others are missing.
  const to = Math.max(Math.min(now, newestAt + MISSED_MAX * sensor.everySeconds * 1000) + 1, from)
  const shares = sharesOfHours(await hoursOf(timeSeries, sensor, { from, to }))
  const hour = { from: Math.max(newestAt - HOUR_MS, from), to: newestAt + 1 }
  const last = hour.from < hour.to ? sharesOfHours(await hoursOf(timeSeries, sensor, hour)) : []
  const daily = await findDailySeries(db, sensor)
  return {
    seriesId: sensor.seriesId,
    metric: sensor.metric,
    source,
    today: {
      sum: lightOf(shares) * photons,
      perHour: lightPerHour(last) * photons,
      knownHours: knownMs(shares) / HOUR_MS,
      at: toTimestamp(to - 1),
      endsAt: toTimestamp(startOfDate(addDays(today, 1), zone)),
    },
    dailySeriesId: daily?.seriesId ?? null,
    days: daily
      ? await storedDays(timeSeries, daily, { zone, from: startOfDate(addDays(today, -DAYS_SHOWN), zone), to: from })
      : [],
  }
}

async function storedDays(
  timeSeries: Pick<TimeSeries, 'raw'>,
  { deviceKey, slot }: { readonly deviceKey: number; readonly slot: number },
  { zone, ...range }: { readonly zone: string; readonly from: number; readonly to: number },
): Promise<PlantLight['days']> {
  const days: PlantLight['days'] = []
  for await (const columns of timeSeries.raw(deviceKey, [slot], range))
    for (const { at, values } of columns)
      at.forEach((instant, index) => days.push({ date: dateIn(instant, zone), sum: values[index] ?? 0 }))
  return days
}

interface Growing extends Clock {
  readonly plantedAt: number
  readonly bounds: GrowthBounds
}

async function degreesOf(
  timeSeries: Pick<TimeSeries, 'points'>,
  sensor: PlantSensor,
  { zone, now, plantedAt, bounds }: Growing,
): Promise<PlantDegreeDays> {
  const today = dateIn(now, zone)
  const since = countedSince(dateIn(plantedAt, zone), today)
  const { days, leftOut } = await warmDays(timeSeries, sensor, { zone, since, end: today })
  const sum = days.reduce((all, { highest, lowest }) => all + degreesOfDay(highest, lowest, bounds), 0)
  return { seriesId: sensor.seriesId, since, ...bounds, sum, days: days.length, leftOut }
}
