import type { PlantCondition } from '@greenhouse/contract'
import type { Db, Tx } from '../../platform/db/schema.ts'

/** A plant that is due for watering and has a condition. Times in milliseconds since 1970. */
export interface DuePlant {
  readonly conditionId: string
  readonly userId: string
  readonly plantName: string
  readonly baseAt: number
  readonly lastWateredAt: number | null
}

export async function listPlantConditions(db: Db, userId: string): Promise<PlantCondition[]> {
  const rows = await db
    .selectFrom('plant_condition')
    .select(['id', 'plant_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toCondition)
}

export async function findPlantCondition(db: Db, userId: string, plantId: string): Promise<PlantCondition | undefined> {
  const row = await db
    .selectFrom('plant_condition')
    .select(['id', 'plant_id'])
    .where('plant_id', '=', plantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toCondition(row)
}

/** Adds a condition; undefined when the plant has one. */
export async function insertPlantCondition(
  tx: Tx,
  userId: string,
  { id, plantId, createdAt }: { id: string; plantId: string; createdAt: number },
): Promise<PlantCondition | undefined> {
  const row = await tx
    .insertInto('plant_condition')
    .values({ id, user_id: userId, plant_id: plantId, created_at: createdAt, reminded_base_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'plant_id'])
    .executeTakeFirst()
  return row && toCondition(row)
}

/** Removes a condition; its alerts keep their text. False when the user has no such condition. */
export async function deletePlantCondition(db: Db, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('plant_condition')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Returns whether the user has this condition. */
export async function ownsPlantCondition(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('plant_condition')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists living plants that are due at `now` and have had no reminder since they were last watered. */
export async function listDuePlants(db: Db, now: number, limit: number): Promise<DuePlant[]> {
  const rows = await db
    .selectFrom('plant_condition')
    .innerJoin('plant', 'plant.id', 'plant_condition.plant_id')
    .select(['plant_condition.id', 'plant_condition.user_id', 'plant.name', 'plant.base_at', 'plant.last_watered_at'])
    .where('plant.due_at', '<=', now)
    .where('plant.is_dead', '=', 0)
    .where((where) =>
      where.or([
        where('plant_condition.reminded_base_at', 'is', null),
        where('plant_condition.reminded_base_at', '<>', where.ref('plant.base_at')),
      ]),
    )
    .orderBy('plant.due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    conditionId: row.id,
    userId: row.user_id,
    plantName: row.name,
    baseAt: row.base_at,
    lastWateredAt: row.last_watered_at,
  }))
}

/** Claims the reminder of a plant; false when another process has. */
export async function claimReminder(tx: Tx, { conditionId, baseAt }: DuePlant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plant_condition')
    .set({ reminded_base_at: baseAt })
    .where('id', '=', conditionId)
    .where((where) => where.or([where('reminded_base_at', 'is', null), where('reminded_base_at', '<>', baseAt)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function toCondition({ id, plant_id }: { id: string; plant_id: string }): PlantCondition {
  return { conditionAlertPlantId: id, plantId: plant_id, waterNotify: true }
}
