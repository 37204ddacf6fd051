import type { Coordinates } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the coordinates of places: their own, else those of the nearest place above that has some. */
export async function listCoordinates(db: Db, placeIds: Iterable<string>): Promise<Map<string, Coordinates>> {
  const ids = [...new Set(placeIds)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ of_id: string } & Coordinates>`
    with recursive above (of_id, parent_id, latitude, longitude) as (
      select id, parent_id, latitude, longitude from place where id in (${sql.join(ids)})
      union all
      select above.of_id, place.parent_id, place.latitude, place.longitude
      from above inner join place on place.id = above.parent_id where above.latitude is null
    )
    select of_id, latitude, longitude from above where latitude is not null`.execute(db)
  return new Map(rows.map(({ of_id, latitude, longitude }) => [of_id, { latitude, longitude }]))
}
