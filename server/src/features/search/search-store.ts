import { HITS_MAX, type SearchReply } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { hasWords, startedWords } from '../../platform/db/text-match.ts'

/** Counts all rows of a query that returns only the first of them. */
const total = sql<number>`count(*) over ()`.as('total')

export async function searchPlants(
  db: Db,
  householdId: string,
  words: readonly string[],
): Promise<SearchReply['plants']> {
  const rows = await db
    .selectFrom('plant')
    .select(['id', 'name', 'type', 'species', 'is_dead', 'place_id', total])
    .where('household_id', '=', householdId)
    .where(hasWords('search_text', words))
    .orderBy('is_dead')
    .orderBy(startedWords('search_text', words), 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(HITS_MAX)
    .execute()
  return found(rows, (row) => ({
    plantId: row.id,
    plantName: row.name,
    plantType: row.type,
    species: row.species,
    isDead: row.is_dead === 1,
    placeId: row.place_id,
  }))
}

export async function searchPlaces(
  db: Db,
  householdId: string,
  words: readonly string[],
): Promise<SearchReply['places']> {
  const rows = await db
    .selectFrom('place')
    .select(['id', 'name', 'kind', 'parent_id', total])
    .where('household_id', '=', householdId)
    .where(hasWords('search_text', words))
    .orderBy(startedWords('search_text', words), 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(HITS_MAX)
    .execute()
  return found(rows, ({ id, name, kind, parent_id }) => ({ placeId: id, name, kind, parentId: parent_id }))
}

export async function searchDevices(
  db: Db,
  householdId: string,
  words: readonly string[],
): Promise<SearchReply['devices']> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'name', 'place_id', total])
    .where('household_id', '=', householdId)
    .where(hasWords('search_text', words))
    .orderBy(startedWords('search_text', words), 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(HITS_MAX)
    .execute()
  return found(rows, ({ id, name, place_id }) => ({ deviceId: id, deviceName: name, placeId: place_id }))
}

function found<Row extends { readonly total: number }, Hit>(rows: readonly Row[], toHit: (row: Row) => Hit) {
  return { total: rows[0]?.total ?? 0, hits: rows.map(toHit) }
}
