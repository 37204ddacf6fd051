import type { Task } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { SHOWN_COLUMNS, toTask, type TaskRow } from './task-row.ts'

/** The zone of a household in which nobody has opened a page yet is UTC. */
export async function findZone(db: Db, householdId: string): Promise<string> {
  const household = db.selectFrom('household').select('time_zone').where('id', '=', householdId)
  return (await household.executeTakeFirst())?.time_zone ?? 'UTC'
}

/** Returns the tasks of a household that go on, the next due first: all, of a plant, or of a place. */
export async function listTasks(
  db: Db,
  householdId: string,
  { plant, place }: { readonly plant?: string | undefined; readonly place?: string | undefined },
): Promise<Task[]> {
  const zone = await findZone(db, householdId)
  const rows = await goingOn(db, householdId)
    .$if(plant !== undefined, (query) => query.where('task.plant_id', '=', plant ?? ''))
    .$if(place !== undefined, (query) => query.where('task.place_id', '=', place ?? ''))
    .execute()
  return rows.map((row) => toTask(row, zone))
}

export async function findTask(db: Db, householdId: string, taskId: string): Promise<Task | undefined> {
  const row = await shownTasks(db, householdId).where('task.id', '=', taskId).executeTakeFirst()
  return row && toTask(row, await findZone(db, householdId))
}

export async function findTaskRow(db: Db, householdId: string, taskId: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', taskId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
}

/** Returns the plan for water of a plant. */
export async function findWaterTask(db: Db, plantId: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'water')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Returns how many tasks go on in the household, and how many of them are of the plant. */
export async function countTasks(
  tx: Tx,
  householdId: string,
  plantId: string | null,
): Promise<{ readonly all: number; readonly ofPlant: number }> {
  return tx
    .selectFrom('task')
    .select((select) => [
      select.fn.countAll<number>().as('all'),
      select.fn.countAll<number>().filterWhere('plant_id', '=', plantId).as('ofPlant'),
    ])
    .where('household_id', '=', householdId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
}

export async function insertTask(tx: Tx, row: TaskRow): Promise<void> {
  await tx.insertInto('task').values(row).execute()
}

export async function updateTask(tx: Tx, taskId: string, columns: Partial<TaskRow>): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('task').set(columns).where('id', '=', taskId).execute()
}

/** Ends a task. One that nothing was logged of is removed. */
export async function endTask(tx: Tx, taskId: string, now: number): Promise<void> {
  await tx
    .deleteFrom('task')
    .where('id', '=', taskId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('care').select('care.id').whereRef('care.task_id', '=', 'task.id'))),
    )
    .execute()
  await tx.updateTable('task').set({ ended_at: now }).where('id', '=', taskId).where('ended_at', 'is', null).execute()
}

/** Turns the reminder of a plant's watering on or off: the condition of the specification. */
export async function setWaterReminder(
  tx: Tx,
  { householdId, plantId, reminds }: { householdId: string; plantId: string; reminds: boolean },
  made: { readonly id: string; readonly createdAt: number },
): Promise<void> {
  if (!reminds) {
    await tx.deleteFrom('plant_condition').where('plant_id', '=', plantId).execute()
    return
  }
  await tx
    .insertInto('plant_condition')
    .values({
      id: made.id,
      household_id: householdId,
      plant_id: plantId,
      created_at: made.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Selects tasks with what `toTask` shows of them. */
function shownTasks(db: Db, householdId: string) {
  return db
    .selectFrom('task')
    .leftJoin('plant', 'plant.id', 'task.plant_id')
    .leftJoin('user as doer', 'doer.id', 'task.last_done_by')
    .leftJoin('plant_condition', 'plant_condition.plant_id', 'task.plant_id')
    .select(SHOWN_COLUMNS)
    .select(['plant.is_dead', 'doer.first_name as done_by_name'])
    .select(sql<number>`case when plant_condition.id is null then 0 else 1 end`.as('has_condition'))
    .where('task.household_id', '=', householdId)
}

/** Selects the tasks that come up again, the next due first, and those of dead plants last. */
export function goingOn(db: Db, householdId: string) {
  return shownTasks(db, householdId)
    .where('task.ended_at', 'is', null)
    .where('task.due_at', 'is not', null)
    .orderBy(sql`coalesce(plant.is_dead, 0)`)
    .orderBy(shownDueAt)
    .orderBy('task.created_at')
    .orderBy('task.id')
}

/** Equals `effectiveDueAt` of the contract. */
export const shownDueAt = sql<number>`case when task.snoozed_until > task.due_at then task.snoozed_until else task.due_at end`
