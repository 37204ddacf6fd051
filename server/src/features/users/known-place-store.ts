import type { Db } from '../../platform/db/schema.ts'

/** Of each user; a new one replaces the least recently used. */
const PLACES_MAX = 20
const DAY = 86_400_000
const FORGOTTEN_AFTER_MS = 180 * DAY

/** Returns those of the places from which the user was signed in before. */
export async function findKnownPlaces(db: Db, userId: string, places: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('known_place')
    .select('place')
    .where('user_id', '=', userId)
    .where('place', 'in', places)
    .execute()
  return new Set(rows.map(({ place }) => place))
}

export async function listKnownPlaces(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('known_place').select('place').where('user_id', '=', userId).execute()
  return rows.map(({ place }) => place)
}

export async function noteKnownPlaces(db: Db, userId: string, places: readonly string[], now: number): Promise<void> {
  await db
    .insertInto('known_place')
    .values(places.map((place) => ({ user_id: userId, place, last_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ last_at: now }))
    .execute()
  const kept = db
    .selectFrom('known_place')
    .select('place')
    .where('user_id', '=', userId)
    .where('last_at', '>', now - FORGOTTEN_AFTER_MS)
    .orderBy('last_at', 'desc')
    .limit(PLACES_MAX)
  await db.deleteFrom('known_place').where('user_id', '=', userId).where('place', 'not in', kept).execute()
}
