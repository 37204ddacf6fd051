import { taskDueAt, type CareKind } from '@greenhouse/contract'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import { PLAN_COLUMNS, planOf, type TaskRow } from './task-row.ts'
import { findZone } from './task-store.ts'

/** Which tasks may have changed: of plants, or by their ids; with neither all of the household. */
export interface Affected {
  readonly plantIds?: readonly string[]
  /** Of the plants only tasks of this kind. */
  readonly kind?: CareKind
  readonly taskIds?: readonly string[]
}

/** The computed columns of a task. */
type Refreshed = Pick<TaskRow, 'id' | 'base_at' | 'due_at' | 'last_done_at' | 'last_done_by'>

const AT_ONCE = 100

/**
 * Computes base and due date of tasks from the care log, and so makes any order of done, skip, undo and edit give the same.
 * Also keeps when plants were watered last.
 */
export async function refreshTasks(tx: Tx, householdId: string, affected: Affected = {}): Promise<void> {
  const zone = await findZone(tx, householdId)
  for (const part of partsOf(affected)) {
    if (part.plantIds && (part.kind ?? 'water') === 'water') await refreshLastWatered(tx, part.plantIds)
    const rows = await tasksWithActs(tx, householdId, part)
    await storeDue(
      tx,
      rows.flatMap((row) => changesOf(row, zone)),
    )
  }
}

function partsOf({ plantIds, taskIds, ...kind }: Affected): Affected[] {
  if (!plantIds && !taskIds) return [{}]
  return [
    ...chunksOf(plantIds ?? []).map((ids) => ({ plantIds: ids, ...kind })),
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

/** Returns tasks that go on with the newest entries about them: done by this task or another, or skipped. */
async function tasksWithActs(db: Db, householdId: string, { plantIds, kind, taskIds }: Affected) {
  return (
    db
      .selectFrom('task')
      .leftJoin('plant', 'plant.id', 'task.plant_id')
      .select(PLAN_COLUMNS)
      .select(['task.id', 'task.plant_id', 'task.base_at', 'task.due_at', 'task.last_done_at', 'task.last_done_by'])
      .select((select) => [
        done(select, 'at').as('done_at'),
        done(select, 'done_by').as('doer'),
        select
          .selectFrom('care')
          .select(({ fn }) => fn.max('care.at').as('at'))
          .whereRef('care.task_id', '=', 'task.id')
          .where('care.kind', '=', 'skipped')
          .as('skipped_at'),
        select.fn.coalesce('plant.planted_at', 'plant.created_at').as('planted_at'),
      ])
      .where('task.household_id', '=', householdId)
      .where('task.ended_at', 'is', null)
      .$if(plantIds !== undefined, (query) => query.where('task.plant_id', 'in', plantIds ?? []))
      // Events such as `died` are of no task.
      .$if(kind !== undefined, (query) => query.where('task.kind', '=', kind as TaskRow['kind']))
      .$if(taskIds !== undefined, (query) => query.where('task.id', 'in', taskIds ?? []))
      .execute()
  )
}

type RowWithActs = Awaited<ReturnType<typeof tasksWithActs>>[number]

/** Returns what a task is to become; nothing when that is what it is. */
function changesOf(row: RowWithActs, zone: string): Refreshed[] {
  const { id, done_at, doer, skipped_at, planted_at } = row
  const first = row.kind === 'water' && row.plant_id !== null ? planted_at : null
  const base_at = maxOf(done_at, skipped_at) ?? first
  const due_at = taskDueAt(planOf(row), base_at, zone)
  const changed = { id, base_at, due_at, last_done_at: done_at, last_done_by: doer }
  return COMPUTED.some((column) => changed[column] !== row[column]) ? [changed] : []
}

const COMPUTED = ['base_at', 'due_at', 'last_done_at', 'last_done_by'] as const

/** Selects a column of the newest entry that counts as done: for a plant each of the kind, else those of the task. */
function done<Column extends 'at' | 'done_by'>(select: ExpressionBuilder<Schema, 'task'>, column: Column) {
  const newest = select
    .selectFrom('care')
    .select(`care.${column}`)
    .whereRef('care.kind', '=', 'task.kind')
    .where((where) => where.or([where('task.kind', '<>', 'custom'), where('care.label', '=', where.ref('task.label'))]))
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

async function storeDue(tx: Tx, rows: readonly Refreshed[]): Promise<void> {
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
