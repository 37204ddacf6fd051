import { addDays, dateIn, startOfDate, suggestedEvery, taskKinds, type Task, type Today } from '@greenhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { toTask, type ShownRow } from '../tasks/task-row.ts'
import { findZone, goingOn, shownDueAt } from '../tasks/task-store.ts'
import { listCare } from './care-store.ts'
import { dueOn } from '../tasks/due-store.ts'

const DAYS_AHEAD = 7
const DONE_MAX = 200
/** A task that was snoozed this often in a row has the wrong interval. */
const SNOOZES_MIN = 3
const INTERVALS_READ = 6

/** Returns what is due until the end of the next seven days, in some places or in all, and what was done today. */
export async function findToday(
  db: Db,
  householdId: string,
  { now, within }: { readonly now: number; readonly within: readonly string[] | undefined },
): Promise<Today> {
  const zone = await findZone(db, householdId)
  const date = dateIn(now, zone)
  const end = startOfDate(addDays(date, DAYS_AHEAD + 1), zone)
  const living = goingOn(db, householdId)
    .where((where) => where.or([where('plant.is_dead', 'is', null), where('plant.is_dead', '=', 0)]))
    .$if(within !== undefined, (query) =>
      query.where(sql`coalesce(plant.place_id, task.place_id)`, 'in', [...(within ?? [])]),
    )
  const rows = await living.where(shownDueAt, '<', end).execute()
  const next = await living.where(shownDueAt, '>=', end).limit(1).executeTakeFirst()
  const tasks = await Promise.all(rows.map((row) => withSuggestion(db, row, zone)))
  const since = startOfDate(date, zone)
  const done = await listCare(db, householdId, { kinds: taskKinds, within, since, limit: DONE_MAX })
  const doneTasks = [...new Set(done.flatMap(({ kind, taskId }) => (kind === 'skipped' ? [] : (taskId ?? []))))]
  const doneOnTime = await dueOn(db, householdId, doneTasks, date)
  return { date, tasks, next: next ? toTask(next, zone) : null, done, doneOnTime }
}

async function withSuggestion(db: Db, row: ShownRow, zone: string): Promise<Task> {
  const task = toTask(row, zone)
  if (row.snoozes < SNOOZES_MIN || row.repeat !== 'after') return task
  const entries = await listCare(db, row.household_id, {
    ...(row.plant_id === null ? { place: row.place_id ?? undefined } : { plant: row.plant_id }),
    kinds: [row.kind],
    limit: INTERVALS_READ,
  })
  const every = suggestedEvery(
    entries.map(({ at }) => Date.parse(at)),
    row.unit,
  )
  return { ...task, suggestedEvery: every === row.every ? null : (every ?? null) }
}
