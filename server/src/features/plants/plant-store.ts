import type { Plant, PlantChange, PlantInput } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { newRandomCode } from '../../platform/db/random-code.ts'
import { changedRow, newRow, toPlant, withCode, type PlantRow } from './plant-row.ts'
import { setLastWatering } from './watering-store.ts'

export async function listPlants(db: Db, householdId: string): Promise<Plant[]> {
  const rows = await db
    .selectFrom('plant')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPlant)
}

export async function findPlant(db: Db, householdId: string, plantId: string): Promise<Plant | undefined> {
  const row = await findRow(db, householdId, plantId)
  return row && toPlant(row)
}

/** Adds a plant unless the household has `max` already; undefined then. */
export async function insertPlant(
  tx: Tx,
  householdId: string,
  input: PlantInput & { id: string; createdAt: number; max: number },
): Promise<Plant | undefined> {
  await lockHousehold(tx, householdId)
  const { count } = await tx
    .selectFrom('plant')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  if (count >= input.max) return undefined
  const row = newRow(householdId, input)
  await insertRow(tx, row)
  await setLastWatering(tx, row)
  return toPlant(row)
}

/** Takes another code if this one is taken: among a million plants, once in a million times. */
async function insertRow(tx: Tx, row: PlantRow): Promise<void> {
  const insert = tx.insertInto('plant').values(row)
  const added = await insert.onConflict((conflict) => conflict.column('code').doNothing()).executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) await insertRow(tx, withCode(row, newRandomCode()))
}

/** A dying plant loses its condition in the same transaction. A changed last watering corrects the history. */
export async function updatePlant(
  tx: Tx,
  householdId: string,
  plantId: string,
  change: PlantChange,
): Promise<Plant | undefined> {
  const known = await findRow(tx, householdId, plantId)
  if (!known) return undefined
  const row = changedRow(known, change)
  // Another request may move the plant meanwhile.
  const { id, household_id, place_id: _place, ...columns } = row
  await tx.updateTable('plant').set(columns).where('id', '=', id).where('household_id', '=', household_id).execute()
  if (row.is_dead === 1) await tx.deleteFrom('plant_condition').where('plant_id', '=', id).execute()
  if (row.last_watered_at !== known.last_watered_at) await setLastWatering(tx, row)
  return toPlant(row)
}

/** Puts a plant into a place of the household, or into none. */
export async function placePlant(
  tx: Tx,
  householdId: string,
  plantId: string,
  placeId: string | null,
): Promise<Plant | undefined> {
  const row = await tx
    .updateTable('plant')
    .set({ place_id: placeId })
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .returningAll()
    .executeTakeFirst()
  return row && toPlant(row)
}

export async function deletePlant(db: Db, householdId: string, plantId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('plant')
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

async function findRow(db: Db, householdId: string, plantId: string): Promise<PlantRow | undefined> {
  return db
    .selectFrom('plant')
    .selectAll()
    .where('id', '=', plantId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
}
