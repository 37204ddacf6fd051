import type { ClosingReason } from '@greenhouse/contract'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { shownDueAt } from '../../tasks/task-store.ts'

/** A plant that is due for watering, has a reminder and no open episode. Times in milliseconds since 1970. */
export interface DuePlant {
  readonly conditionId: string
  readonly householdId: string
  readonly plantId: string
  readonly plantName: string
  /** When it became due, or when its reminder was turned on if that was later. */
  readonly dueAt: number
  readonly baseAt: number
  readonly lastWateredAt: number | null
}

/** An open episode whose plant is due no more. */
export interface LapsedEpisode {
  readonly episodeId: string
  readonly householdId: string
  readonly openedAt: number
  readonly closedWhy: ClosingReason
  /** When it was watered; null for other reasons. */
  readonly wateredAt: number | null
}

interface Page {
  /** Only plants of this user. */
  readonly householdId?: string | undefined
  readonly limit: number
}

/** Lists living plants that are due at `now`, have a reminder and no open episode. */
export async function listDuePlants(db: Db, now: number, { householdId, limit }: Page): Promise<DuePlant[]> {
  const rows = await db
    .selectFrom('plant_condition')
    .innerJoin('plant', 'plant.id', 'plant_condition.plant_id')
    .innerJoin('task', (join) =>
      join.onRef('task.plant_id', '=', 'plant.id').on('task.kind', '=', 'water').on('task.ended_at', 'is', null),
    )
    .leftJoin('episode', (join) =>
      join
        .onRef('episode.plant_id', '=', 'plant.id')
        .on('episode.kind', '=', 'due')
        .on('episode.closed_at', 'is', null),
    )
    .select([
      'plant_condition.id',
      'plant_condition.household_id',
      'plant_condition.plant_id',
      'plant_condition.created_at',
    ])
    .select(['plant.name', 'task.base_at', shownDueAt.as('due_at'), 'plant.last_watered_at'])
    .where('task.due_at', '<=', now)
    .where((where) => where.or([where('task.snoozed_until', 'is', null), where('task.snoozed_until', '<=', now)]))
    .where('plant.is_dead', '=', 0)
    .where('episode.id', 'is', null)
    .$if(householdId !== undefined, (query) => query.where('plant_condition.household_id', '=', householdId ?? ''))
    .orderBy('task.due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    conditionId: row.id,
    householdId: row.household_id,
    plantId: row.plant_id,
    plantName: row.name,
    dueAt: Math.max(row.due_at, row.created_at),
    baseAt: row.base_at ?? row.created_at,
    lastWateredAt: row.last_watered_at,
  }))
}

/** Claims the message about a plant; false when it was sent since the plant was last watered. */
export async function claimReminder(tx: Tx, { conditionId, baseAt }: DuePlant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plant_condition')
    .set({ reminded_base_at: baseAt })
    .where('id', '=', conditionId)
    .where((where) => where.or([where('reminded_base_at', 'is', null), where('reminded_base_at', '<>', baseAt)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Reopens the episode of a plant whose watering was undone. Returns its id. */
export async function reopenEpisode(tx: Tx, { plantId, dueAt }: DuePlant): Promise<string | undefined> {
  const row = await tx
    .updateTable('episode')
    .set({ closed_at: null, closed_why: null, closed_known_at: null })
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'due')
    .where('opened_at', '=', dueAt)
    .where('closed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Lists open episodes of plants that are due no more at `now`. */
export async function listLapsedEpisodes(db: Db, now: number, { householdId, limit }: Page): Promise<LapsedEpisode[]> {
  const rows = await db
    .selectFrom('episode')
    .leftJoin('plant', 'plant.id', 'episode.plant_id')
    .leftJoin('plant_condition', 'plant_condition.plant_id', 'plant.id')
    .leftJoin('task', (join) =>
      join.onRef('task.plant_id', '=', 'plant.id').on('task.kind', '=', 'water').on('task.ended_at', 'is', null),
    )
    .select(['episode.id', 'episode.household_id', 'episode.opened_at', 'plant.id as plant_id', 'plant.is_dead'])
    .select(['task.base_at', 'plant.last_watered_at'])
    .select(['plant_condition.id as condition_id', 'plant_condition.reminded_base_at'])
    .where('episode.kind', '=', 'due')
    .where('episode.closed_at', 'is', null)
    .where((where) =>
      where.or([
        where('plant.id', 'is', null),
        where('plant.is_dead', '=', 1),
        where('plant_condition.id', 'is', null),
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
    const closedWhy = whyLapsed(row)
    const wateredAt = closedWhy === 'watered' ? row.last_watered_at : null
    return { episodeId: row.id, householdId: row.household_id, openedAt: row.opened_at, closedWhy, wateredAt }
  })
}

interface LapsedRow {
  readonly plant_id: string | null
  readonly is_dead: number | null
  readonly base_at: number | null
  readonly last_watered_at: number | null
  readonly condition_id: string | null
  readonly reminded_base_at: number | null
}

function whyLapsed(row: LapsedRow): ClosingReason {
  const { base_at: baseAt, last_watered_at: wateredAt, reminded_base_at: remindedAt } = row
  if (row.plant_id === null) return 'plant-removed'
  if (row.is_dead === 1) return 'plant-dead'
  if (row.condition_id === null) return 'reminder-off'
  return wateredAt !== null && wateredAt === baseAt && wateredAt > (remindedAt ?? -Infinity)
    ? 'watered'
    : 'plan-changed'
}
