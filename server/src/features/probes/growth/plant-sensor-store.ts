import type { Db } from '../../../platform/db/schema.ts'

/** Lists the sensors of some metrics of a household, and which of them are linked to a plant. */
export function listSensors(db: Db, householdId: string, plantId: string, metrics: readonly string[]) {
  return db
    .selectFrom('series')
    .innerJoin('device', 'device.key', 'series.device_key')
    .leftJoin('plant_series', (join) =>
      join
        .onRef('plant_series.series_id', '=', 'series.id')
        .on('plant_series.plant_id', '=', plantId)
        .on('plant_series.to_at', 'is', null),
    )
    .select(['series.id', 'series.device_key', 'series.slot', 'series.metric', 'series.channel', 'series.visible'])
    .select(['device.wait_seconds', 'device.place_id', 'plant_series.plant_id as linked_to'])
    .where('device.household_id', '=', householdId)
    .where('series.metric', 'in', metrics)
    .execute()
}
