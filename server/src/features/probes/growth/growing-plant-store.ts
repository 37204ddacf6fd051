import { GROWTH_BOUNDS, type GrowthBounds } from '@greenhouse/contract'
import { catalogue } from '@greenhouse/contract/catalogue'
import type { Db } from '../../../platform/db/schema.ts'
import type { DeviceRef } from '../../../platform/device-ref.ts'
import type { RemovableSeries } from '../../series/remove-values.ts'
import { ZONE } from './zone-store.ts'

export const DEGREE_DAYS = 'degreeDays'
export const TEMPERATURE = 'temperature'

/** A plant of a household; instants in milliseconds since 1970. */
export interface GrowingPlant {
  readonly plantId: string
  readonly name: string
  readonly householdId: string
  /** IANA, of the household. */
  readonly zone: string
  readonly placeId: string | null
  readonly plantedAt: number | null
  /** Of its species, each as far as it is known, °C. */
  readonly bounds: GrowthBounds
  /** The device with the degree days of its finished days; undefined before the first. */
  readonly device: DegreesDevice | undefined
}

interface DegreesDevice extends DeviceRef {
  /** Planting date and bounds of its stored degree days. */
  readonly degreesBy: string | null
  readonly series: RemovableSeries | undefined
}

/** Returns a plant of the household; undefined when it has none. */
export async function findGrowing(db: Db, householdId: string, plantId: string): Promise<GrowingPlant | undefined> {
  const row = await plantsOf(db, householdId).where('plant.id', '=', plantId).executeTakeFirst()
  return row && toGrowing(row)
}

/** Returns the living plants of a household whose degree days are counted, or were until now. */
export async function listGrowing(db: Db, householdId: string): Promise<GrowingPlant[]> {
  const rows = await plantsOf(db, householdId)
    .where('plant.is_dead', '=', 0)
    .where((where) => where.or([where('plant.planted_at', 'is not', null), where('device.key', 'is not', null)]))
    .orderBy('plant.id')
    .execute()
  return rows.map(toGrowing)
}

/** Lists the households of a time zone that have a plant and a thermometer, `limit` after one. */
export async function listWarmHouseholds(
  db: Db,
  zone: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Array<{ readonly id: string }>> {
  return db
    .selectFrom('household')
    .select('household.id')
    .where(ZONE, '=', zone)
    .where('household.id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('plant').select('plant.id').whereRef('plant.household_id', '=', 'household.id')),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('device')
          .innerJoin('series', 'series.device_key', 'device.key')
          .select('series.id')
          .whereRef('device.household_id', '=', 'household.id')
          .where('series.metric', '=', TEMPERATURE),
      ),
    )
    .orderBy('household.id')
    .limit(limit)
    .execute()
}

function plantsOf(db: Db, householdId: string) {
  return db
    .selectFrom('plant')
    .innerJoin('household', 'household.id', 'plant.household_id')
    .leftJoin('species', 'species.id', 'plant.species_id')
    .leftJoin('device', 'device.plant_id', 'plant.id')
    .leftJoin('series', (join) =>
      join.onRef('series.device_key', '=', 'device.key').on('series.metric', '=', DEGREE_DAYS),
    )
    .select(['plant.id', 'plant.name', 'plant.household_id', 'plant.place_id', 'plant.species_id', 'plant.planted_at'])
    .select([ZONE.as('zone'), 'species.gdd_base', 'species.gdd_top'])
    .select(['device.key', 'device.id as device_id', 'device.degrees_by'])
    .select(['series.id as series_id', 'series.slot', 'series.erasing_slot'])
    .where('plant.household_id', '=', householdId)
}

type PlantRow = Awaited<ReturnType<ReturnType<typeof plantsOf>['executeTakeFirstOrThrow']>>

function toGrowing(row: PlantRow): GrowingPlant {
  const shipped = catalogue.find(({ speciesId }) => speciesId === row.species_id)
  const base = shipped?.gddBase ?? row.gdd_base ?? GROWTH_BOUNDS.base
  const top = shipped?.gddTop ?? row.gdd_top ?? GROWTH_BOUNDS.top
  return {
    plantId: row.id,
    name: row.name,
    householdId: row.household_id,
    zone: row.zone,
    placeId: row.place_id,
    plantedAt: row.planted_at,
    bounds: base < top ? { base, top } : GROWTH_BOUNDS,
    device: toDevice(row),
  }
}

function toDevice({ key, device_id, degrees_by, series_id, slot, erasing_slot }: PlantRow): DegreesDevice | undefined {
  if (key === null || device_id === null) return undefined
  const series =
    series_id === null || slot === null
      ? undefined
      : { id: series_id, device_key: key, slot, metric: DEGREE_DAYS, erasing_slot }
  return { deviceKey: key, deviceId: device_id, degreesBy: degrees_by, series }
}
