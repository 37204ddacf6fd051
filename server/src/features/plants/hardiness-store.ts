import { HARDY_TO_DEFAULT, idealRanges, type AdvisedPlant } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import { listSpecies } from './species-store.ts'

/** A living plant in a place, with the temperatures that it bears and likes. */
export interface PlacedPlant extends AdvisedPlant {
  readonly placeId: string
}

const TEMPERATURE = 'temperature'

/** Returns the living plants of a household that are in a place, by name. A limit of a plant counts before that of its species. */
export async function listHardiness(db: Db, householdId: string): Promise<PlacedPlant[]> {
  const rows = await db
    .selectFrom('plant')
    .leftJoin('plant_range as range', (join) =>
      join.onRef('range.plant_id', '=', 'plant.id').on('range.metric', '=', TEMPERATURE),
    )
    .select(['plant.id', 'plant.name', 'plant.place_id', 'plant.species_id', 'plant.hardy_to', 'plant.stage'])
    .select(['range.metric', 'range.low', 'range.high'])
    .where('plant.household_id', '=', householdId)
    .where('plant.is_dead', '=', 0)
    .where('plant.place_id', 'is not', null)
    .orderBy('plant.name')
    .orderBy('plant.id')
    .execute()
  const species = new Map((await listSpecies(db, householdId)).map((one) => [one.speciesId, one]))
  return rows.map(({ id, name, place_id, species_id, hardy_to, stage, metric, low, high }) => {
    const kind = species.get(species_id ?? '')
    const own = metric === null ? [] : [{ metric, low, high }]
    const liked = idealRanges(own, kind?.ranges ?? [], stage).find((one) => one.metric === TEMPERATURE)
    return {
      plantId: id,
      name,
      placeId: place_id ?? '',
      hardyTo: hardy_to ?? kind?.hardyTo ?? HARDY_TO_DEFAULT,
      heatLimit: liked?.high ?? null,
    }
  })
}
