import { isLightMetric, type LightMetric } from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { Db } from '../../../platform/db/schema.ts'
import { listPlaces } from '../../places/place-store.ts'
import type { StoredSensor } from './hours.ts'
import { listSensors } from './plant-sensor-store.ts'

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

interface Standing {
  readonly householdId: string
  readonly plantId: string
  readonly placeId: string | null
}

/**
 * Returns the sensors that say something about a plant and have sent a value, the best first. A sensor that is linked to the plant
 * is better than one of a device in its place, and that is better than one of a device in a place above it. Among equals the
 * order of `metrics` decides, then the newest value.
 */
export async function sensorsOfPlant(
  db: Db,
  timeSeries: Pick<TimeSeries, 'newest'>,
  { householdId, plantId, placeId }: Standing,
  metrics: readonly string[],
): Promise<PlantSensor[]> {
  const parents = new Map((await listPlaces(db, householdId)).map((place) => [place.placeId, place.parentId]))
  const path: string[] = []
  for (let id = placeId; id !== null; id = parents.get(id) ?? null) path.push(id)
  const rows = await listSensors(db, householdId, plantId, metrics)
  const near = rows.flatMap((row) => {
    const depth = row.linked_to === null ? path.indexOf(row.place_id ?? '') : -1
    return row.linked_to === null && (depth === -1 || row.visible === 0) ? [] : [{ ...row, depth }]
  })
  const newest = await timeSeries.newest([...new Set(near.map(({ device_key }) => device_key))])
  const sent = near.flatMap((row) => {
    const at = newest.get(row.device_key)?.find(({ slot }) => slot === row.slot)?.at
    return at === undefined ? [] : [{ ...row, at }]
  })
  const rankOf = ({ metric }: { readonly metric: string }) => metrics.indexOf(metric)
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
