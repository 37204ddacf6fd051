import { dateIn, startOfDate } from '@greenhouse/contract'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import { dueAtOf, type TaskRow } from './task-row.ts'
import { findZone } from './task-store.ts'

/** Which tasks may have changed: of plants, or by their ids; with neither all of the household. */
export interface Affected {
  readonly plantIds?: readonly string[]
  readonly taskIds?: readonly string[]
}

const AT_ONCE = 100
const AT_ANY_TIME = Number.MAX_SAFE_INTEGER

/**
 * Computes base and due date of tasks from the care log, and so makes any order of done, skip, undo and edit give the same.
 * Also keeps when plants were watered last.
 */
export async function refreshTasks(tx: Tx, householdId: string, affected: Affected = {}): Promise<void> {
  const zone = await findZone(tx, householdId)
  for (const part of partsOf(affected)) {
    if (part.plantIds) await refreshLastWatered(tx, part.plantIds)
    const rows = await withBases(tx, householdId, part)
    await storeDue(
      tx,
      rows.map((row) => ({ ...row, due_at: dueAtOf(row, zone) })),
    )
  }
}

function partsOf({ plantIds, taskIds }: Affected): Affected[] {
  if (!plantIds && !taskIds) return [{}]
  return [
    ...chunksOf(plantIds ?? []).map((ids) => ({ plantIds: ids })),
    ...chunksOf(taskIds ?? []).map((ids) => ({ taskIds: ids })),
  ]
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / AT_ONCE)
  return Array.from({ length: count }, (_, index) => ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
}

async function refreshLastWatered(tx: Tx, plantIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('plant')
    .set((set) => ({
      last_watered_at: set
        .selectFrom('care')
        .select(({ fn }) => fn.max('care.at').as('at'))
        .whereRef('care.plant_id', '=', 'plant.id')
        .where('care.kind', '=', 'water'),
    }))
    .where('id', 'in', [...plantIds])
    .execute()
}

/** Returns those of the tasks, ended ones too, that were due on a date by their plans and the entries before it. */
export async function dueOn(db: Db, householdId: string, taskIds: readonly string[], date: string): Promise<string[]> {
  const zone = await findZone(db, householdId)
  const before = startOfDate(date, zone)
  const due: string[] = []
  for (const ids of chunksOf(taskIds)) {
    const rows = await withBases(db, householdId, { taskIds: ids }, before)
    for (const row of rows) {
      const dueAt = dueAtOf(row, zone)
      if (dueAt !== null && dateIn(dueAt, zone) === date) due.push(row.id)
    }
  }
  return due
}

/**
 * Returns tasks that go on with the newest entries about them: done by this task or another, or skipped.
 * @param before only older entries count, and tasks that have ended are returned, too
 */
async function withBases(
  db: Db,
  householdId: string,
  { plantIds, taskIds }: Affected,
  before?: number,
): Promise<TaskRow[]> {
  const rows = await db
    .selectFrom('task')
    .leftJoin('plant', 'plant.id', 'task.plant_id')
    .selectAll('task')
    .select((select) => [
      done(select, 'at', before).as('done_at'),
      done(select, 'done_by', before).as('doer'),
      select
        .selectFrom('care')
        .select(({ fn }) => fn.max('care.at').as('at'))
        .whereRef('care.task_id', '=', 'task.id')
        .where('care.kind', '=', 'skipped')
        .where('care.at', '<', before ?? AT_ANY_TIME)
        .as('skipped_at'),
      select.fn.coalesce('plant.planted_at', 'plant.created_at').as('planted_at'),
    ])
    .where('task.household_id', '=', householdId)
    .$if(before === undefined, (query) => query.where('task.ended_at', 'is', null))
    .$if(plantIds !== undefined, (query) => query.where('task.plant_id', 'in', plantIds ?? []))
    .$if(taskIds !== undefined, (query) => query.where('task.id', 'in', taskIds ?? []))
    .execute()
  return rows.map(({ done_at, doer, skipped_at, planted_at, ...row }) => {
    const acted = maxOf(done_at, skipped_at)
    const first = row.kind === 'water' && row.plant_id !== null ? planted_at : null
    return { ...row, base_at: acted ?? first, last_done_at: done_at, last_done_by: doer }
  })
}

/** Selects a column of the newest entry that counts as done: for a plant each of the kind, else those of the task. */
function done<Column extends 'at' | 'done_by'>(
  select: ExpressionBuilder<Schema, 'task'>,
  column: Column,
  before = AT_ANY_TIME,
) {
  const newest = select
    .selectFrom('care')
    .select(`care.${column}`)
    .whereRef('care.kind', '=', 'task.kind')
    .where((where) => where.or([where('task.kind', '<>', 'custom'), where('care.label', '=', where.ref('task.label'))]))
    .where('care.at', '<', before)
    .orderBy('care.at', 'desc')
    .orderBy('care.id', 'desc')
    .limit(1)
  return select.fn.coalesce(
    newest.whereRef('care.plant_id', '=', 'task.plant_id'),
    newest.whereRef('care.task_id', '=', 'task.id').where('task.plant_id', 'is', null),
  )
}

function maxOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

async function storeDue(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows
      .slice(from, from + AT_ONCE)
      .map(
        (row) =>
          sql`(${row.id}, ${whole(row.base_at)}, ${whole(row.due_at)}, ${whole(row.last_done_at)}, ${sql`cast(${row.last_done_by} as text)`})`,
      )
    await sql`with refreshed (id, base_at, due_at, done_at, doer) as (values ${sql.join(values)})
      update task set base_at = refreshed.base_at, due_at = refreshed.due_at, last_done_at = refreshed.done_at,
        last_done_by = refreshed.doer from refreshed where task.id = refreshed.id`.execute(tx)
  }
}

/** PostgreSQL takes a parameter of a list of values for text. */
function whole(value: number | null) {
  return sql`cast(${value} as bigint)`
}
