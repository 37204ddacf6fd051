import type { CalendarDate, Shelter } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import type { KnownNight } from './night.ts'

/** A thermometer or a rain gauge in a place. */
export interface PlaceSensor {
  readonly placeId: string
  readonly name: string
  readonly shelter: Shelter
  readonly householdId: string
  readonly timeZone: string
  readonly deviceKey: number
  readonly slot: number
  /** Seconds between two readings of its board. */
  readonly everySeconds: number
}

/** The lowest temperature of a night by the thermometers of a place; °C, milliseconds since 1970. */
export interface MeasuredLow {
  readonly low: number
  readonly at: number
}

/** Stored nights of a place, the newest first. */
export interface StoredNight extends KnownNight {
  readonly of: CalendarDate
  readonly measuredAt: number | null
}

/** Metrics that places are measured by. */
export const TEMPERATURE = 'temperature'
export const RAIN_RATE = 'rainRate'

/** Returns the sensors in places that measure a metric: of a household, or of all. */
export async function listPlaceSensors(db: Db, metric: string, householdId?: string): Promise<PlaceSensor[]> {
  const rows = await db
    .selectFrom('place')
    .innerJoin('device', 'device.place_id', 'place.id')
    .innerJoin('series', 'series.device_key', 'device.key')
    .innerJoin('household', 'household.id', 'place.household_id')
    .select(['place.id', 'place.name', 'place.shelter', 'place.household_id', 'household.time_zone'])
    .select(['device.key', 'device.wait_seconds', 'series.slot'])
    .where('series.metric', '=', metric)
    .$if(householdId !== undefined, (query) => query.where('place.household_id', '=', householdId ?? ''))
    .orderBy('place.id')
    .orderBy('series.id')
    .execute()
  return rows.map((row) => ({
    placeId: row.id,
    name: row.name,
    shelter: row.shelter,
    householdId: row.household_id,
    timeZone: row.time_zone ?? 'UTC',
    deviceKey: row.key,
    slot: row.slot,
    everySeconds: row.wait_seconds,
  }))
}

/** Returns the newest nights by place, `count` at most of each. */
export async function listNights(
  db: Db,
  placeIds: readonly string[],
  count: number,
): Promise<Map<string, StoredNight[]>> {
  if (placeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('place_night')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('place_id').orderBy('night_of', 'desc'))
            .as('rank'),
        )
        .where('place_id', 'in', placeIds)
        .as('night'),
    )
    .selectAll()
    .where('rank', '<=', count)
    .orderBy('night_of', 'desc')
    .execute()
  const byPlace = Map.groupBy(rows, ({ place_id }) => place_id)
  return new Map(
    [...byPlace].map(([placeId, nights]) => [
      placeId,
      nights.map(({ night_of, forecast_low, measured_low, measured_at }) => ({
        of: night_of,
        forecastLow: forecast_low,
        measuredLow: measured_low,
        measuredAt: measured_at,
      })),
    ]),
  )
}

/** Stores the forecast of a night, which a later one does not change. */
export async function insertForecastLow(db: Db, placeId: string, of: CalendarDate, low: number): Promise<void> {
  await db
    .insertInto('place_night')
    .values({ place_id: placeId, night_of: of, forecast_low: low, measured_low: null, measured_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores what was measured in a night. */
export async function upsertMeasuredLow(
  db: Db,
  placeId: string,
  of: CalendarDate,
  { low, at }: MeasuredLow,
): Promise<void> {
  const measured = { measured_low: low, measured_at: at }
  await db
    .insertInto('place_night')
    .values({ place_id: placeId, night_of: of, forecast_low: null, ...measured })
    .onConflict((conflict) => conflict.columns(['place_id', 'night_of']).doUpdateSet(measured))
    .execute()
}

/** Removes nights that no difference is computed from. */
export async function removeNightsBefore(db: Db, of: CalendarDate): Promise<void> {
  await db.deleteFrom('place_night').where('night_of', '<', of).execute()
}
