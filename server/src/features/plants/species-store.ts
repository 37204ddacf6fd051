import { searchTextOfSpecies, type Species, type SpeciesRange } from '@greenhouse/contract'
import { catalogue } from '@greenhouse/contract/catalogue'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

/** The catalogue by name. */
const shipped = catalogue.toSorted((one, other) => one.name.localeCompare(other.name))

/** Returns the species of a household by name, then those of the catalogue. */
export async function listSpecies(db: Db, householdId: string): Promise<Species[]> {
  return [...(await listOwnSpecies(db, householdId)), ...shipped]
}

/** Returns the species of a household by name. */
export async function listOwnSpecies(db: Db, householdId: string): Promise<Species[]> {
  const rows = await db
    .selectFrom('species')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const ranges = await rangesOf(db).where('species.household_id', '=', householdId).execute()
  const bySpecies = Map.groupBy(ranges, ({ species_id }) => species_id)
  return rows.map((row) => toSpecies(row, bySpecies.get(row.id) ?? []))
}

/** Returns a species of the household or of the catalogue. */
export async function findSpecies(db: Db, householdId: string, speciesId: string): Promise<Species | undefined> {
  return shipped.find((one) => one.speciesId === speciesId) ?? (await findOwnSpecies(db, householdId, speciesId))
}

export async function findOwnSpecies(db: Db, householdId: string, speciesId: string): Promise<Species | undefined> {
  const row = await db
    .selectFrom('species')
    .selectAll()
    .where('id', '=', speciesId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return row && toSpecies(row, await rangesOf(db).where('species.id', '=', speciesId).execute())
}

/** Adds a species unless the household has `max` already; false then. The household is locked. */
export async function insertSpecies(
  tx: Tx,
  householdId: string,
  { createdAt, max, ...species }: Species & { readonly createdAt: number; readonly max: number },
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('species')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  if (count >= max) return false
  await tx
    .insertInto('species')
    .values({ id: species.speciesId, household_id: householdId, created_at: createdAt, ...toColumns(species) })
    .execute()
  await insertRanges(tx, species)
  return true
}

export async function updateSpecies(tx: Tx, householdId: string, species: Species): Promise<void> {
  await tx
    .updateTable('species')
    .set(toColumns(species))
    .where('id', '=', species.speciesId)
    .where('household_id', '=', householdId)
    .execute()
  await tx.deleteFrom('species_range').where('species_id', '=', species.speciesId).execute()
  await insertRanges(tx, species)
}

/** Deletes a species of the household, whose plants keep its name. False when there is none. */
export async function deleteSpecies(tx: Tx, householdId: string, speciesId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('species')
    .where('id', '=', speciesId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  await tx
    .updateTable('plant')
    .set({ species_id: null })
    .where('species_id', '=', speciesId)
    .where('household_id', '=', householdId)
    .execute()
  return true
}

async function insertRanges(tx: Tx, { speciesId, ranges }: Species): Promise<void> {
  if (ranges.length === 0) return
  await tx
    .insertInto('species_range')
    .values(ranges.map((range) => ({ species_id: speciesId, ...range })))
    .execute()
}

function rangesOf(db: Db) {
  return db
    .selectFrom('species_range')
    .innerJoin('species', 'species.id', 'species_range.species_id')
    .selectAll('species_range')
    .orderBy('metric')
    .orderBy('stage')
}

function toColumns(species: Species) {
  const { name, family, names, hardyTo, gddBase, gddTop, waterEvery } = species
  return {
    name,
    family,
    names: JSON.stringify(names),
    search_text: searchTextOfSpecies(species),
    hardy_to: hardyTo,
    gdd_base: gddBase,
    gdd_top: gddTop,
    water_every: waterEvery,
  }
}

function toSpecies(
  row: Selectable<Schema['species']>,
  ranges: ReadonlyArray<SpeciesRange & { readonly species_id: string }>,
): Species {
  return {
    speciesId: row.id,
    own: true,
    name: row.name,
    family: row.family,
    names: JSON.parse(row.names) as Species['names'],
    hardyTo: row.hardy_to,
    gddBase: row.gdd_base,
    gddTop: row.gdd_top,
    waterEvery: row.water_every,
    ranges: ranges.map(({ species_id: _id, ...range }) => range),
  }
}
