import {
  commonName,
  HITS_MAX,
  searchTextOfSpecies,
  toTimestamp,
  type SearchReply,
  type Species,
} from '@greenhouse/contract'
import { catalogue } from '@greenhouse/contract/catalogue'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { hasWords, startedWords } from '../../platform/db/text-match.ts'

/** Counts all rows of a query that returns only the first of them. */
const total = sql<number>`count(*) over ()`.as('total')

/** A plant with the names of its species, if that is of the household. */
const PLANT_TEXT = sql<string>`(plant.search_text || coalesce(species.search_text, ''))`
const catalogueTexts = catalogue.map((one) => ({ id: one.speciesId, text: searchTextOfSpecies(one) }))

/** Returns whether a plant, or its species, has a word. */
function isAbout(word: string): RawBuilder<boolean> {
  const shipped = catalogueTexts.flatMap(({ id, text }) => (text.includes(word) ? [id] : []))
  const own = hasWords(PLANT_TEXT, [word])
  return shipped.length === 0 ? own : sql<boolean>`(${own} or plant.species_id in (${sql.join(shipped)}))`
}

export async function searchPlants(
  db: Db,
  householdId: string,
  words: readonly string[],
): Promise<SearchReply['plants']> {
  const rows = await db
    .selectFrom('plant')
    .leftJoin('species', 'species.id', 'plant.species_id')
    .select(['plant.id', 'plant.name', 'plant.type', 'plant.species', 'plant.is_dead', 'plant.place_id', total])
    .where('plant.household_id', '=', householdId)
    .where((where) => where.and(words.map((word) => isAbout(word))))
    .orderBy('plant.is_dead')
    .orderBy(startedWords(PLANT_TEXT, words), 'desc')
    .orderBy('plant.name')
    .orderBy('plant.id')
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

export async function searchTasks(
  db: Db,
  householdId: string,
  words: readonly string[],
): Promise<SearchReply['tasks']> {
  const text = sql<string>`(task.search_text || coalesce(plant.search_text, place.search_text, ''))`
  const rows = await db
    .selectFrom('task')
    .leftJoin('plant', 'plant.id', 'task.plant_id')
    .leftJoin('place', 'place.id', 'task.place_id')
    .select(['task.id', 'task.kind', 'task.label', 'task.plant_id', total])
    .select((select) => select.fn.coalesce('plant.name', 'place.name').as('subject'))
    .where('task.household_id', '=', householdId)
    .where('task.ended_at', 'is', null)
    .where('task.due_at', 'is not', null)
    .where((where) => where.or([where('plant.is_dead', 'is', null), where('plant.is_dead', '=', 0)]))
    // A task is found by words of its own: those of its plant find the plant.
    .where(
      sql<boolean>`(${sql.join(
        words.map((word) => hasWords('task.search_text', [word])),
        sql` or `,
      )})`,
    )
    .where(hasWords(text, words))
    .orderBy(startedWords(text, words), 'desc')
    .orderBy('task.due_at')
    .orderBy('task.id')
    .limit(HITS_MAX)
    .execute()
  return found(rows, ({ id, kind, label, plant_id, subject }) => ({
    taskId: id,
    kind,
    label,
    plantId: plant_id,
    subject,
  }))
}

export async function searchCare(db: Db, householdId: string, words: readonly string[]): Promise<SearchReply['care']> {
  const rows = await db
    .selectFrom('care')
    .leftJoin('plant', 'plant.id', 'care.plant_id')
    .leftJoin('place', 'place.id', 'care.place_id')
    .select(['care.id', 'care.kind', 'care.label', 'care.note', 'care.at', 'care.plant_id', total])
    .select((select) => select.fn.coalesce('plant.name', 'place.name').as('subject'))
    .where('care.household_id', '=', householdId)
    .where('care.search_text', '<>', '')
    .where(hasWords('care.search_text', words))
    .orderBy(startedWords('care.search_text', words), 'desc')
    .orderBy('care.at', 'desc')
    .orderBy('care.id')
    .limit(HITS_MAX)
    .execute()
  return found(rows, ({ id, kind, label, note, at, plant_id, subject }) => ({
    careId: id,
    kind,
    label,
    note,
    at: toTimestamp(at),
    plantId: plant_id,
    subject,
  }))
}

/** Searches the own species of a household, at most 200 rows. The catalogue is not in the database. */
export async function searchSpecies(
  db: Db,
  householdId: string,
  words: readonly string[],
): Promise<SearchReply['species']> {
  const rows = await db
    .selectFrom('species')
    .select(['id', 'name', 'names', total])
    .where('household_id', '=', householdId)
    .where(hasWords('search_text', words))
    .orderBy(startedWords('search_text', words), 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(HITS_MAX)
    .execute()
  return found(rows, ({ id, name, names }) => ({
    speciesId: id,
    name,
    commonName: commonName({ name, names: JSON.parse(names) as Species['names'] }),
  }))
}

function found<Row extends { readonly total: number }, Hit>(rows: readonly Row[], toHit: (row: Row) => Hit) {
  return { total: rows[0]?.total ?? 0, hits: rows.map(toHit) }
}
