import type { Plant, PlantChange, PlantInput, Species } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { newRandomCode } from '../../platform/db/random-code.ts'
import { changedColumns, newRow, searchTextOfPlant, toPlant, withCode, type PlantRow } from './plant-row.ts'

export async function listPlants(db: Db, householdId: string): Promise<Plant[]> {
  const rows = await plantsOf(db, householdId).execute()
  return rows.map(toPlant)
}

export async function findPlant(db: Db, householdId: string, plantId: string): Promise<Plant | undefined> {
  const row = await plantsOf(db, householdId).where('plant.id', '=', plantId).executeTakeFirst()
  return row && toPlant(row)
}

const FOUND_AT_ONCE = 500

/** Returns those of the plants that the household has, in the order of creation. */
export async function findPlants(db: Db, householdId: string, plantIds: readonly string[]): Promise<Plant[]> {
  const found: Plant[] = []
  for (let from = 0; from < plantIds.length; from += FOUND_AT_ONCE) {
    const ids = plantIds.slice(from, from + FOUND_AT_ONCE)
    found.push(...(await plantsOf(db, householdId).where('plant.id', 'in', ids).execute()).map(toPlant))
  }
  return found.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
}

/** Returns the living plants in places, in the order of creation. */
export async function listLivingIn(db: Db, householdId: string, placeIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('plant')
    .select('id')
    .where('household_id', '=', householdId)
    .where('place_id', 'in', [...placeIds])
    .where('is_dead', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds a plant without a task unless the household has `max` already; false then. */
export async function insertPlant(
  tx: Tx,
  householdId: string,
  input: PlantInput & { id: string; createdAt: number; max: number },
): Promise<boolean> {
  await lockHousehold(tx, householdId)
  const { count } = await tx
    .selectFrom('plant')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  if (count >= input.max) return false
  await insertRow(tx, newRow(householdId, input))
  return true
}

/** Takes another code if this one is taken: among a million plants, once in a million times. */
async function insertRow(tx: Tx, row: PlantRow): Promise<void> {
  const insert = tx.insertInto('plant').values(row)
  const added = await insert.onConflict((conflict) => conflict.column('code').doNothing()).executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) await insertRow(tx, withCode(row, newRandomCode()))
}

/** Changes a plant. A dying plant loses its condition in the same transaction. */
export async function updatePlant(tx: Tx, householdId: string, plantId: string, change: PlantChange): Promise<void> {
  const own = tx.selectFrom('plant').selectAll().where('id', '=', plantId)
  const row = await own.where('household_id', '=', householdId).executeTakeFirst()
  if (!row) return
  // The name of another species is not the one that was chosen.
  const leaves = change.species !== undefined && change.species !== row.species
  await setColumns(tx, row, { ...changedColumns(change), ...(leaves ? { species_id: null } : {}) })
  if (change.plantName !== undefined) await renameDevice(tx, plantId, change.plantName)
  if (change.isDead === true) await tx.deleteFrom('plant_condition').where('plant_id', '=', plantId).execute()
}

/** Gives the device of a plant its name, with which alerts about it are sent. */
async function renameDevice(tx: Tx, plantId: string, name: string): Promise<void> {
  await tx
    .updateTable('device')
    .set((set) => ({ name, rules_version: set('rules_version', '+', 1) }))
    .where('plant_id', '=', plantId)
    .execute()
}

async function setColumns(tx: Tx, row: PlantRow, columns: Partial<PlantRow>): Promise<void> {
  await tx
    .updateTable('plant')
    .set({ ...columns, search_text: searchTextOfPlant({ ...row, ...columns }) })
    .where('id', '=', row.id)
    .execute()
}

/** Gives a plant a species with its name, or with undefined takes the species away. */
export async function setSpecies(
  tx: Tx,
  householdId: string,
  plantId: string,
  species: Pick<Species, 'speciesId' | 'name'> | undefined,
): Promise<void> {
  const row = await tx
    .selectFrom('plant')
    .selectAll()
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  const named = species ? { species: species.name } : {}
  await setColumns(tx, row, { species_id: species?.speciesId ?? null, ...named })
}

/** Gives the plants of a species its name. */
export async function renameSpecies(
  tx: Tx,
  householdId: string,
  { speciesId, name }: Pick<Species, 'speciesId' | 'name'>,
): Promise<void> {
  const plants = tx.selectFrom('plant').selectAll().where('household_id', '=', householdId)
  for (const row of await plants.where('species_id', '=', speciesId).where('species', '<>', name).execute())
    await setColumns(tx, row, { species: name })
}

/** @param hardyTo the lowest temperature that the plant survives, in °C; null for that of its species */
export async function setHardiness(
  tx: Tx,
  householdId: string,
  plantId: string,
  hardyTo: number | null,
): Promise<void> {
  await tx
    .updateTable('plant')
    .set({ hardy_to: hardyTo })
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .execute()
}

/** Puts a plant into a place of the household, or into none. False when the household has no such plant. */
export async function placePlant(
  tx: Tx,
  householdId: string,
  plantId: string,
  placeId: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plant')
    .set({ place_id: placeId })
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePlant(db: Db, householdId: string, plantId: string): Promise<boolean> {
  // Deletes related rows as well, so that it may deadlock with other statements; only a transaction is retried.
  const { numDeletedRows } = await db
    .transaction()
    .execute((tx) =>
      tx.deleteFrom('plant').where('id', '=', plantId).where('household_id', '=', householdId).executeTakeFirst(),
    )
  return numDeletedRows > 0n
}

/** Selects plants with their plan for water. */
function plantsOf(db: Db, householdId: string) {
  return db
    .selectFrom('plant')
    .leftJoin('task', (join) =>
      join.onRef('task.plant_id', '=', 'plant.id').on('task.kind', '=', 'water').on('task.ended_at', 'is', null),
    )
    .selectAll('plant')
    .select(['task.repeat', 'task.every', 'task.unit', 'task.weekdays'])
    .where('plant.household_id', '=', householdId)
    .orderBy('plant.created_at')
    .orderBy('plant.id')
}
