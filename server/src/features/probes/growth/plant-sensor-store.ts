import type { Db } from '../../../platform/db/schema.ts'

/** Lists the sensors of some metrics of a household. */
export function listSensors(db: Db, householdId: string, metrics: readonly string[]) {
  return db
    .selectFrom('series')
    .innerJoin('device', 'device.key', 'series.device_key')
    .select(['series.id', 'series.device_key', 'series.slot', 'series.metric', 'series.channel', 'series.visible'])
    .select(['device.wait_seconds', 'device.place_id'])
    .where('device.household_id', '=', householdId)
    .where('series.metric', 'in', metrics)
    .execute()
}

/** Lists which sensors of a household are linked to its plants. */
export function listLinks(db: Db, householdId: string) {
  return db
    .selectFrom('plant_series')
    .innerJoin('plant', 'plant.id', 'plant_series.plant_id')
    .select(['plant_series.plant_id', 'plant_series.series_id'])
    .where('plant.household_id', '=', householdId)
    .where('plant_series.to_at', 'is', null)
    .execute()
}
