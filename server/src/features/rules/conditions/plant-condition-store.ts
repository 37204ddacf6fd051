import type { PlantCondition } from '@greenhouse/contract'
import type { Db, Tx } from '../../../platform/db/schema.ts'

export async function listPlantConditions(db: Db, householdId: string): Promise<PlantCondition[]> {
  const rows = await db
    .selectFrom('plant_condition')
    .select(['id', 'plant_id'])
    .where('household_id', '=', householdId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toCondition)
}

export async function findPlantCondition(
  db: Db,
  householdId: string,
  plantId: string,
): Promise<PlantCondition | undefined> {
  const row = await db
    .selectFrom('plant_condition')
    .select(['id', 'plant_id'])
    .where('plant_id', '=', plantId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return row && toCondition(row)
}

/** Adds a condition; undefined when the plant has one. */
export async function insertPlantCondition(
  tx: Tx,
  householdId: string,
  { id, plantId, createdAt }: { id: string; plantId: string; createdAt: number },
): Promise<PlantCondition | undefined> {
  const row = await tx
    .insertInto('plant_condition')
    .values({ id, household_id: householdId, plant_id: plantId, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'plant_id'])
    .executeTakeFirst()
  return row && toCondition(row)
}

/** Removes a condition; its alerts keep their text. False when the household has no such condition. */
export async function deletePlantCondition(db: Db, householdId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('plant_condition')
    .where('id', '=', id)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Returns whether the household has this condition. */
export async function ownsPlantCondition(db: Db, householdId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('plant_condition')
    .select('id')
    .where('id', '=', id)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return row !== undefined
}

function toCondition({ id, plant_id }: { id: string; plant_id: string }): PlantCondition {
  return { conditionAlertPlantId: id, plantId: plant_id, waterNotify: true }
}
