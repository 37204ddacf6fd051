import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { found } from '../../platform/problem.ts'

/** Sensors of a chart, and the device near which plants have none. */
export interface OfChart {
  readonly series?: readonly string[] | undefined
  readonly deviceId?: string | undefined
}

export function isOfChart({ series, deviceId }: OfChart): boolean {
  return series !== undefined || deviceId !== undefined
}

/** Throws 404 for a sensor or a device that the household does not have. */
export async function checkChart(db: Db, householdId: string, { series, deviceId }: OfChart): Promise<void> {
  const devices = db.selectFrom('device').where('device.household_id', '=', householdId)
  if (deviceId !== undefined)
    found(await devices.select('device.id').where('device.id', '=', deviceId).executeTakeFirst(), 'device')
  if (series === undefined) return
  const rows = devices.innerJoin('series', 'series.device_key', 'device.key').select('series.id')
  const owned = new Set((await rows.where('series.id', 'in', series).execute()).map(({ id }) => id))
  const isOwned = series.every((id) => owned.has(id))
  found(isOwned, 'series')
}

/** Links of the plant of an entry at its time. A sensor that was not moved counts for the time before its link, too. */
const LINK = sql`select 1 from plant_series link where link.plant_id = care.plant_id
  and (link.to_at is null or link.to_at > care.at)
  and (link.from_at <= care.at or not exists (
    select 1 from plant_series earlier where earlier.to_at <= link.from_at
      and (earlier.plant_id = link.plant_id or earlier.series_id = link.series_id)))`

/** Whether an entry is about a plant with a sensor of the chart at that time, or with none and near its device. */
export function isOnChart(householdId: string, { series = [], deviceId }: OfChart): RawBuilder<boolean> {
  const linked = series.length > 0 ? sql`exists (${LINK} and link.series_id in (${sql.join(series)}))` : sql`1 = 0`
  const near = deviceId === undefined ? sql`1 = 0` : standsNear(householdId, deviceId)
  return sql<boolean>`(${linked} or (not exists (${LINK}) and ${near}))`
}

/** Whether the plant of an entry is in the place of a device or below. A device in no place is in the household as a whole. */
function standsNear(householdId: string, deviceId: string) {
  const device = sql`from device where id = ${deviceId} and household_id = ${householdId}`
  return sql`exists (select 1 from plant where plant.id = care.plant_id and (
    exists (select 1 ${device} and place_id is null) or plant.place_id in (
      with recursive around (id) as (
        select place_id ${device}
        union all
        select place.id from around inner join place on place.parent_id = around.id
      )
      select id from around)))`
}
