import type { LightSource } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Returns by how many °C leaves at devices are warmer than the air, by the keys of the devices; the rest have no offset. */
export function listLeafOffsets(db: Db, deviceKeys: readonly number[]): Promise<Map<number, number>> {
  return listNearest<number>(db, deviceKeys, 'leaf_offset')
}

/** Returns what devices are lit by, by their keys, as far as it is known. */
export function listLightSources(db: Db, deviceKeys: readonly number[]): Promise<Map<number, LightSource>> {
  return listNearest<LightSource>(db, deviceKeys, 'light_source')
}

/** Returns a column of the places of devices: of the place itself, else of the nearest place above that has a value. */
async function listNearest<Value>(db: Db, deviceKeys: readonly number[], column: 'leaf_offset' | 'light_source') {
  if (deviceKeys.length === 0) return new Map<number, Value>()
  const value = sql.ref(`place.${column}`)
  const { rows } = await sql<{ device_key: number; nearest: Value }>`
    with recursive above (device_key, parent_id, nearest) as (
      select device.key, place.parent_id, ${value}
      from device inner join place on place.id = device.place_id where device.key in (${sql.join(deviceKeys)})
      union all
      select above.device_key, place.parent_id, ${value}
      from above inner join place on place.id = above.parent_id where above.nearest is null
    )
    select device_key, nearest from above where nearest is not null`.execute(db)
  return new Map(rows.map(({ device_key, nearest }) => [device_key, nearest]))
}
