import type { ClosingReason, TaskKind } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { shownDueAt } from '../../tasks/task-store.ts'
import type { DueTask } from '../episodes/open-episodes.ts'

/** An open episode whose task is not due. */
export interface LapsedEpisode {
  readonly episodeId: string
  readonly householdId: string
  readonly openedAt: number
  readonly closedWhy: ClosingReason
  /** When it was done; null for other reasons. */
  readonly doneAt: number | null
}

interface Page {
  /** Only tasks of this household. */
  readonly householdId?: string | undefined
  readonly limit: number
}

/** Lists tasks that are due at `now`, remind, and have no open episode. Tasks of dead plants rest. */
export async function listDueTasks(db: Db, now: number, { householdId, limit }: Page): Promise<DueTask[]> {
  const rows = await remindingTasks(db)
    .leftJoin('episode', (join) =>
      join.onRef('episode.task_id', '=', 'task.id').on('episode.kind', '=', 'due').on('episode.closed_at', 'is', null),
    )
    .where('task.due_at', '<=', now)
    .where((where) => where.or([where('task.snoozed_until', 'is', null), where('task.snoozed_until', '<=', now)]))
    .where('episode.id', 'is', null)
    .$if(householdId !== undefined, (query) => query.where('task.household_id', '=', householdId ?? ''))
    .orderBy('task.due_at')
    .limit(limit)
    .execute()
  return rows.map(toDueTask)
}

/** Lists tasks of a household that remind and are due before an instant, the most overdue first. */
export async function listDueBefore(db: Db, householdId: string, instant: number): Promise<DueTaskOf[]> {
  const rows = await remindingTasks(db)
    .select('task.assigned_to')
    .where('task.household_id', '=', householdId)
    .where(shownDueAt, '<', instant)
    .orderBy(shownDueAt)
    .orderBy('task.id')
    .execute()
  return rows.map((row) => ({ ...toDueTask(row), assignedTo: row.assigned_to }))
}

export interface DueTaskOf extends DueTask {
  readonly assignedTo: string | null
}

/** Water of a plant reminds by its condition, other work by itself. */
const REMINDS = sql<boolean>`case when task.kind = 'water' and task.plant_id is not null
  then plant_condition.id is not null else task.reminds = 1 end`

function remindingTasks(db: Db) {
  return db
    .selectFrom('task')
    .leftJoin('plant', 'plant.id', 'task.plant_id')
    .leftJoin('place', 'place.id', 'task.place_id')
    .innerJoin('household', 'household.id', 'task.household_id')
    .leftJoin('plant_condition', 'plant_condition.plant_id', 'task.plant_id')
    .select(['task.id', 'task.household_id', 'task.kind', 'task.label', 'task.plant_id', 'task.base_at'])
    .select(['task.last_done_at', 'plant_condition.id as condition_id', 'plant_condition.created_at as reminded_since'])
    .select(shownDueAt.as('due_at'))
    .select((select) => select.fn.coalesce('plant.name', 'place.name', 'household.name').as('subject'))
    .where('task.ended_at', 'is', null)
    .where('task.due_at', 'is not', null)
    .where(REMINDS)
    .where((where) => where.or([where('plant.is_dead', 'is', null), where('plant.is_dead', '=', 0)]))
}

type DueRow = Awaited<ReturnType<ReturnType<typeof remindingTasks>['execute']>>[number]

function toDueTask(row: DueRow): DueTask {
  const isWater = row.kind === 'water' && row.plant_id !== null
  return {
    taskId: row.id,
    householdId: row.household_id,
    kind: row.kind,
    label: row.label,
    plantId: row.plant_id,
    conditionId: isWater ? row.condition_id : null,
    subject: row.subject ?? '',
    dueAt: isWater ? Math.max(row.due_at, row.reminded_since ?? 0) : row.due_at,
    baseAt: row.base_at,
    lastDoneAt: row.last_done_at,
  }
}

/** Reopens the episode of a task whose act was undone. Returns its id. */
export async function reopenEpisode(tx: Tx, { taskId, dueAt }: DueTask): Promise<string | undefined> {
  const row = await tx
    .updateTable('episode')
    .set({ closed_at: null, closed_why: null, closed_known_at: null })
    .where('task_id', '=', taskId)
    .where('kind', '=', 'due')
    .where('opened_at', '=', dueAt)
    .where('closed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Lists open episodes of tasks that are not due at `now`. */
export async function listLapsedEpisodes(db: Db, now: number, { householdId, limit }: Page): Promise<LapsedEpisode[]> {
  const rows = await db
    .selectFrom('episode')
    .leftJoin('task', 'task.id', 'episode.task_id')
    .leftJoin('plant', 'plant.id', 'episode.plant_id')
    .leftJoin('plant_condition', 'plant_condition.plant_id', 'task.plant_id')
    .select(['episode.id', 'episode.household_id', 'episode.opened_at', 'episode.due_base_at', 'episode.plant_id'])
    .select(['episode.task_id', 'plant.is_dead', 'task.kind', 'task.base_at', 'task.last_done_at'])
    .select(['task.snoozed_until', 'task.ended_at'])
    .select(sql<number>`case when ${REMINDS} then 1 else 0 end`.as('reminds'))
    .where('episode.kind', '=', 'due')
    .where('episode.closed_at', 'is', null)
    .where((where) =>
      where.or([
        where('task.id', 'is', null),
        where('task.ended_at', 'is not', null),
        where('plant.is_dead', '=', 1),
        where.not(REMINDS),
        where('task.due_at', 'is', null),
        where('task.due_at', '>', now),
        where('task.snoozed_until', '>', now),
      ]),
    )
    .$if(householdId !== undefined, (query) => query.where('episode.household_id', '=', householdId ?? ''))
    .orderBy('episode.opened_at')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const closedWhy = whyLapsed(row, now)
    const doneAt = closedWhy === 'watered' || closedWhy === 'done' ? row.last_done_at : null
    return { episodeId: row.id, householdId: row.household_id, openedAt: row.opened_at, closedWhy, doneAt }
  })
}

interface LapsedRow {
  readonly task_id: string | null
  readonly plant_id: string | null
  readonly is_dead: number | null
  readonly kind: TaskKind | null
  readonly base_at: number | null
  readonly due_base_at: number | null
  readonly last_done_at: number | null
  readonly snoozed_until: number | null
  readonly ended_at: number | null
  readonly reminds: number
}

function whyLapsed(row: LapsedRow, now: number): ClosingReason {
  if (row.task_id === null) return row.plant_id === null ? 'plant-removed' : 'ended'
  if (row.is_dead === 1) return 'plant-dead'
  if (row.ended_at !== null) return 'ended'
  if (row.reminds === 0) return 'reminder-off'
  const hasActed = row.base_at !== null && row.base_at !== row.due_base_at
  if (hasActed && row.last_done_at === row.base_at) return row.kind === 'water' ? 'watered' : 'done'
  if (hasActed) return 'skipped'
  return row.snoozed_until !== null && row.snoozed_until > now ? 'snoozed' : 'plan-changed'
}
