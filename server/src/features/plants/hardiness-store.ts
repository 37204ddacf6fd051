import { HARDY_TO_DEFAULT, type AdvisedPlant } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'

/** A living plant in a place, with the temperatures that it bears and likes. */
export interface PlacedPlant extends AdvisedPlant {
  readonly placeId: string
}

/** Returns the living plants of a household that are in a place, by name. */
export async function listHardiness(db: Db, householdId: string): Promise<PlacedPlant[]> {
  const rows = await db
    .selectFrom('plant')
    .leftJoin('plant_range', (join) =>
      join.onRef('plant_range.plant_id', '=', 'plant.id').on('plant_range.metric', '=', 'temperature'),
    )
    .select(['plant.id', 'plant.name', 'plant.place_id', 'plant_range.high'])
    .where('plant.household_id', '=', householdId)
    .where('plant.is_dead', '=', 0)
    .where('plant.place_id', 'is not', null)
    .orderBy('plant.name')
    .orderBy('plant.id')
    .execute()
  return rows.map(({ id, name, place_id, high }) => ({
    plantId: id,
    name,
    placeId: place_id ?? '',
    hardyTo: HARDY_TO_DEFAULT,
    heatLimit: high,
  }))
}
