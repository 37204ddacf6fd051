import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema.ts'

/** IANA; households without one are in UTC. */
export const ZONE = sql<string>`coalesce(household.time_zone, 'UTC')`

/** Lists the time zones of all households. */
export async function listZones(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('household').select(ZONE.as('zone')).distinct().execute()
  return rows.map(({ zone }) => zone)
}
