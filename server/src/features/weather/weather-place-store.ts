import type { Coordinates, WeatherPlace } from '@greenhouse/contract'
import { bumpRulesVersionsOf, firstOwnerOf } from '../../platform/db/owners.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listOwned } from '../households/household-store.ts'

export async function findWeatherPlace(db: Db, userId: string): Promise<WeatherPlace | undefined> {
  return db
    .selectFrom('weather_place')
    .select(['name', 'latitude', 'longitude'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores the place of a user, which rules by day or night use as well. */
export async function updateWeatherPlace(
  db: Db,
  userId: string,
  { name, latitude, longitude }: WeatherPlace,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('weather_place')
      .values({ user_id: userId, name, latitude, longitude })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ name, latitude, longitude }))
      .execute()
    for (const householdId of await listOwned(tx, userId)) await bumpRulesVersionsOf(tx, householdId)
  })
}

/** Returns the towns of households' first owners by household. */
export async function listTowns(db: Db, householdIds: Iterable<string>): Promise<Map<string, Coordinates>> {
  const ids = [...new Set(householdIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('household')
    .innerJoin('weather_place', (join) =>
      join.on((eb) => eb('weather_place.user_id', '=', firstOwnerOf(eb.ref('household.id')))),
    )
    .select(['household.id', 'weather_place.latitude', 'weather_place.longitude'])
    .where('household.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]))
}
