import type { WeatherPlace } from '@greenhouse/contract'
import { bumpRulesVersionsOf } from '../../platform/db/owners.ts'
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
