import { setImmediate as breathe } from 'node:timers/promises'
import { addDays, dateIn, degreesOfDay, metricById, type CalendarDate, type GrowthBounds } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import { deviceForPlant, noteDegreesBy } from '../../plants/plant-device-store.ts'
import type { ComputedValue } from '../../series/decoding/decode-computed.ts'
import type { RemovableSeries } from '../../series/remove-values.ts'
import { firstMissing, isWorthRetry, noonOf, type StoreDays, type StoreValues, type ZoneDate } from './daily-values.ts'
import { DEGREE_DAYS, listGrowing, listWarmHouseholds, TEMPERATURE, type GrowingPlant } from './growing-plant-store.ts'
import { readSurroundings, sensorsOfPlant, type PlantSensor } from './plant-sensors.ts'
import { countedSince, warmDays, type WarmDay } from './warm-days.ts'

const HOUSEHOLDS_AT_ONCE = 50
/** Plants whose values are in one commit. */
const PLANTS_AT_ONCE = 100
const METRIC = metricById(DEGREE_DAYS)

type Parts = Pick<Context, 'db' | 'log' | 'newId' | 'now' | 'timeSeries'>

interface Storing {
  readonly store: StoreValues
  /** Removes the values of a series, and restarts its rules. */
  readonly removeValues: (series: RemovableSeries) => Promise<void>
}

/** Counted degree days, and the date from which days are missing. */
interface DuePlant {
  readonly plant: GrowingPlant
  readonly degreesBy: string
  readonly sensor: PlantSensor
  readonly sum: number
  readonly from: CalendarDate
}

/**
 * Returns what stores the degree days of each plant since its planting, as they are at the end of each day. They start anew
 * in the night after the planting date or the bounds of the species have changed. A day counts by the sensor that the plant
 * had then: another sensor changes no earlier day.
 */
export function dailyDegrees(parts: Parts, storing: Storing): StoreDays {
  const { db, log, timeSeries } = parts
  return async (here, partitions) => {
    let isComplete = true
    const isOwn = (deviceKey: number) => partitions.has(timeSeries.partitionOf(deviceKey))
    const nextPage = (last: { readonly id: string } | undefined) =>
      listWarmHouseholds(db, here.zone, { after: last?.id ?? '', limit: HOUSEHOLDS_AT_ONCE })
    for await (const { rows } of pagesOf(HOUSEHOLDS_AT_ONCE, nextPage)) {
      for (const { id } of rows) {
        try {
          const due = await duePlants(parts, storing, { householdId: id, here, isOwn })
          // All plants of a sensor are computed from one read.
          for (const own of Map.groupBy(due, ({ sensor }) => sensor.seriesId).values())
            await storeOfSensor(parts, storing.store, own, here)
        } catch (error) {
          isComplete &&= !isWorthRetry(error)
          log.warn({ event: 'degree-days.failed', householdId: id, reason: (error as Error).message })
        }
      }
    }
    return isComplete
  }
}

interface Asked {
  readonly householdId: string
  readonly here: ZoneDate
  readonly isOwn: (deviceKey: number) => boolean
}

/** Returns the plants with missing days, after it has removed what is computed by another date or other bounds. */
async function duePlants(
  { db, timeSeries }: Parts,
  { removeValues }: Storing,
  { householdId, here, isOwn }: Asked,
): Promise<DuePlant[]> {
  const plants = await listGrowing(db, householdId)
  const surroundings = await readSurroundings(db, householdId, [TEMPERATURE])
  const newest = await timeSeries.newest([
    ...new Set(surroundings.sensors.map(({ device_key }) => device_key)),
    ...plants.flatMap(({ device }) => device?.deviceKey ?? []),
  ])
  const due: DuePlant[] = []
  for (const plant of plants) {
    const { device, plantedAt } = plant
    const [sensor] = sensorsOfPlant(surroundings, plant, newest)
    const key = device?.deviceKey ?? sensor?.deviceKey
    if (key === undefined || !isOwn(key)) continue
    const degreesBy = wordsOf(plant)
    const isChanged = device !== undefined && device.degreesBy !== degreesBy
    if (isChanged) {
      if (device.series) await removeValues(device.series)
      await noteDegreesBy(db, device.deviceKey, degreesBy)
    }
    if (!sensor || degreesBy === null || plantedAt === null) continue
    const slot = isChanged ? undefined : device?.series?.slot
    const stored = newest.get(device?.deviceKey ?? 0)?.find((one) => one.slot === slot)
    const planted = countedSince(dateIn(plantedAt, here.zone), here.today)
    const from = stored ? addDays(dateIn(stored.at, here.zone), 1) : planted
    if (from < here.today) due.push({ plant, degreesBy, sensor, sum: stored?.value ?? 0, from })
  }
  return due
}

async function storeOfSensor(
  { db, newId, now, timeSeries }: Parts,
  store: StoreValues,
  due: readonly DuePlant[],
  here: ZoneDate,
): Promise<void> {
  const [first] = due
  if (!first) return
  const since = due.reduce((earliest, { from }) => (from < earliest ? from : earliest), first.from)
  const { days } = await warmDays(timeSeries, first.sensor, { zone: here.zone, since, end: here.today })
  const storeSums = async (one: DuePlant) => {
    const { plant, degreesBy } = one
    const values = sumsOf(one, days, here)
    if (values.length === 0) return
    const added = { deviceId: newId(), plantName: plant.name, degreesBy, createdAt: now() }
    await store(plant.device ?? (await deviceForPlant(db, { ...plant, ...added })), values)
  }
  for (let start = 0; start < due.length; start += PLANTS_AT_ONCE) {
    await Promise.all(due.slice(start, start + PLANTS_AT_ONCE).map(storeSums))
    await breathe()
  }
}

/** Returns what the degree days of a plant are computed by; null without a planting date. */
function wordsOf({ plantedAt, zone, bounds: { base, top } }: GrowingPlant): string | null {
  return plantedAt === null ? null : `${dateIn(plantedAt, zone)} ${base} ${top}`
}

interface Summed {
  readonly plant: { readonly bounds: GrowthBounds }
  readonly sum: number
  readonly from: CalendarDate
}

/** Returns the degree days up to the end of each missing day. Days of more than a year ago count, but have no value. */
function sumsOf({ plant: { bounds }, from, ...before }: Summed, days: readonly WarmDay[], here: ZoneDate) {
  const earliest = firstMissing(undefined, here)
  const values: ComputedValue[] = []
  let { sum } = before
  for (const { date, lowest, highest } of days) {
    if (date < from) continue
    sum = Math.round((sum + degreesOfDay(highest, lowest, bounds)) * 1000) / 1000
    if (date >= earliest) values.push({ at: noonOf(date, here.zone), metric: METRIC, channel: '', value: sum })
  }
  return values
}
