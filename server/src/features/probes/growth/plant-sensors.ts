import { isLightMetric, type LightMetric } from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { Db } from '../../../platform/db/schema.ts'
import { listPlaces } from '../../places/place-store.ts'
import type { GrowingPlant } from './growing-plant-store.ts'
import type { StoredSensor } from './hours.ts'
import { listLinks, listSensors } from './plant-sensor-store.ts'

/** A sensor that a plant may read. */
export interface PlantSensor extends StoredSensor {
  readonly seriesId: string
  readonly metric: string
  readonly channel: string
  /** When it measured last, in milliseconds since 1970. */
  readonly newestAt: number
}

export interface LightSensor extends PlantSensor {
  readonly metric: LightMetric
}

export function isLightSensor(sensor: PlantSensor): sensor is LightSensor {
  return isLightMetric(sensor.metric)
}

/** The sensors of some metrics of a household, its places, and which sensors are linked to its plants. */
export interface Surroundings {
  readonly metrics: readonly string[]
  readonly sensors: Awaited<ReturnType<typeof listSensors>>
  readonly parents: ReadonlyMap<string, string | null>
  /** By the id of the plant. */
  readonly linked: ReadonlyMap<string, ReadonlySet<string>>
}

type StandingPlant = Pick<GrowingPlant, 'plantId' | 'placeId'>

export async function readSurroundings(db: Db, householdId: string, metrics: readonly string[]): Promise<Surroundings> {
  const places = await listPlaces(db, householdId)
  const links = Map.groupBy(await listLinks(db, householdId), ({ plant_id }) => plant_id)
  return {
    metrics,
    sensors: await listSensors(db, householdId, metrics),
    parents: new Map(places.map((place) => [place.placeId, place.parentId])),
    linked: new Map([...links].map(([plantId, own]) => [plantId, new Set(own.map(({ series_id }) => series_id))])),
  }
}

/** Returns the sensors that say something about a plant. `depth`: −1 for a linked one, else how many places above that of the plant. */
function sensorsNear({ sensors, parents, linked }: Surroundings, { plantId, placeId }: StandingPlant) {
  const path: string[] = []
  for (let id = placeId; id !== null; id = parents.get(id) ?? null) path.push(id)
  const own = linked.get(plantId)
  return sensors.flatMap((sensor) => {
    if (own?.has(sensor.id)) return [{ ...sensor, depth: -1 }]
    const depth = path.indexOf(sensor.place_id ?? '')
    return depth === -1 || sensor.visible === 0 ? [] : [{ ...sensor, depth }]
  })
}

/** The newest values by device. */
type NewestValues = Awaited<ReturnType<TimeSeries['newest']>>

/** Returns the keys of the devices that say something about a plant. */
export function deviceKeysNear(surroundings: Surroundings, plant: StandingPlant): number[] {
  return [...new Set(sensorsNear(surroundings, plant).map(({ device_key }) => device_key))]
}

/**
 * Returns the sensors that say something about a plant and have sent a value, the best first. A sensor that is linked to the plant
 * is better than one of a device in its place, and that is better than one of a device in a place above it. Among equals the
 * order of `metrics` decides, then the newest value.
 */
export function sensorsOfPlant(surroundings: Surroundings, plant: StandingPlant, newest: NewestValues): PlantSensor[] {
  const sent = sensorsNear(surroundings, plant).flatMap((row) => {
    const at = newest.get(row.device_key)?.find(({ slot }) => slot === row.slot)?.at
    return at === undefined ? [] : [{ ...row, at }]
  })
  const rankOf = ({ metric }: { readonly metric: string }) => surroundings.metrics.indexOf(metric)
  return sent
    .toSorted((one, other) => one.depth - other.depth || rankOf(one) - rankOf(other) || other.at - one.at)
    .map(({ id, device_key, slot, metric, channel, wait_seconds, at }) => ({
      seriesId: id,
      deviceKey: device_key,
      slot,
      metric,
      channel,
      everySeconds: wait_seconds,
      newestAt: at,
    }))
}
