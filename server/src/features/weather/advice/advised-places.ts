import { NIGHTS_COUNTED, type Coordinates, type Place } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import { listCoordinates } from '../../places/coordinates-store.ts'
import { listPlaces } from '../../places/place-store.ts'
import { climateRoots } from '../../places/place-tree.ts'
import { listHardiness, type PlacedPlant } from '../../plants/hardiness-store.ts'
import { offsetOf } from '../night.ts'
import { listNights, listPlaceSensors, RAIN_RATE, TEMPERATURE, type PlaceSensor } from '../night-store.ts'
import { listTowns } from '../weather-place-store.ts'

/** A place with plants that gets advice, and the places below it that are as warm. */
export interface AdvisedPlace extends Pick<Place, 'placeId' | 'name' | 'shelter' | 'rain'> {
  readonly placeIds: readonly string[]
  readonly plants: readonly PlacedPlant[]
  /** How many °C it is warmer than its forecasts by its thermometers; null while that is unknown. */
  readonly measured: number | null
  readonly coordinates: Coordinates
  readonly gauges: readonly PlaceSensor[]
}

/** Gauges of a place that are read: each check of the advice reads a day of them. */
const GAUGES_MAX = 4

/** Returns the unheated places of a household with living plants. Where it is comes from the place, else from the town of the owner. */
export async function findAdvisedPlaces(db: Db, householdId: string): Promise<AdvisedPlace[]> {
  const places = await listPlaces(db, householdId)
  const thermometers = await listPlaceSensors(db, TEMPERATURE, householdId)
  const roots = climateRoots(places, new Set(thermometers.map(({ placeId }) => placeId)))
  const gauges = Map.groupBy(await listPlaceSensors(db, RAIN_RATE, householdId), ({ placeId }) => roots.get(placeId))
  const plants = Map.groupBy(await listHardiness(db, householdId), ({ placeId }) => roots.get(placeId))
  const advised = places.filter(({ placeId, shelter }) => shelter !== 'heated' && plants.has(placeId))
  const ids = advised.map(({ placeId }) => placeId)
  const coordinates = await listCoordinates(db, ids)
  const town = (await listTowns(db, [householdId])).get(householdId)
  const nights = await listNights(db, ids, NIGHTS_COUNTED)
  return advised.flatMap(({ placeId, name, shelter, rain }) => {
    const where = coordinates.get(placeId) ?? town
    if (!where) return []
    return {
      placeId,
      name,
      shelter,
      rain,
      placeIds: [...roots].flatMap(([id, root]) => (root === placeId ? id : [])),
      plants: plants.get(placeId) ?? [],
      measured: offsetOf(nights.get(placeId) ?? []).offset,
      coordinates: where,
      gauges: (gauges.get(placeId) ?? []).slice(0, GAUGES_MAX),
    }
  })
}
