import { GROWTH_BOUNDS, type GrowthBounds } from '@greenhouse/contract'
import { catalogue } from '@greenhouse/contract/catalogue'
import type { Db } from '../../../platform/db/schema.ts'

/** A plant of a household; instants in milliseconds since 1970. */
export interface GrowingPlant {
  readonly plantId: string
  readonly householdId: string
  /** IANA, of the household. */
  readonly zone: string
  readonly placeId: string | null
  readonly plantedAt: number | null
  /** Of its species, each as far as it is known, °C. */
  readonly bounds: GrowthBounds
}

/** Returns a plant of the household; undefined when it has none. */
export async function findGrowing(db: Db, householdId: string, plantId: string): Promise<GrowingPlant | undefined> {
  const row = await db
    .selectFrom('plant')
    .innerJoin('household', 'household.id', 'plant.household_id')
    .leftJoin('species', 'species.id', 'plant.species_id')
    .select(['plant.place_id', 'plant.species_id', 'plant.planted_at', 'household.time_zone'])
    .select(['species.gdd_base', 'species.gdd_top'])
    .where('plant.id', '=', plantId)
    .where('plant.household_id', '=', householdId)
    .executeTakeFirst()
  if (!row) return undefined
  const shipped = catalogue.find(({ speciesId }) => speciesId === row.species_id)
  const base = shipped?.gddBase ?? row.gdd_base ?? GROWTH_BOUNDS.base
  const top = shipped?.gddTop ?? row.gdd_top ?? GROWTH_BOUNDS.top
  return {
    plantId,
    householdId,
    zone: row.time_zone ?? 'UTC',
    placeId: row.place_id,
    plantedAt: row.planted_at,
    bounds: base < top ? { base, top } : GROWTH_BOUNDS,
  }
}
