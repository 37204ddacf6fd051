import type { CareRow } from './care-row.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { TaskRow } from '../tasks/task-row.ts'

const AT_ONCE = 100

/** Wakes the tasks that entries are about, and notes their snoozes in the entries for an undo. */
export async function endSnoozes(tx: Tx, entries: readonly CareRow[], task?: TaskRow): Promise<CareRow[]> {
  const own = await tasksOf(tx, entries)
  const noted = entries.map((entry) => withSnooze(entry, own.get(entry.plant_id ?? '')))
  const asleep = [...own.values()].filter((row) => row.snoozed_until !== null)
  await wake(tx, asleep)
  if (!task || task.plant_id !== null || task.snoozed_until === null) return noted
  await wake(tx, [task])
  const bearer = noted.findIndex((entry) => !own.has(entry.plant_id ?? ''))
  return noted.map((entry, index) => (index === bearer ? withSnooze(entry, task) : entry))
}

/** Gives the tasks of entries that are undone their snoozes back. */
export async function restoreSnoozes(tx: Tx, entries: readonly CareRow[]): Promise<void> {
  const snoozed = entries.filter(({ undid_snooze }) => undid_snooze !== null)
  const own = await tasksOf(tx, snoozed)
  for (const entry of snoozed) {
    const taskId = own.get(entry.plant_id ?? '')?.id ?? entry.task_id
    if (taskId === null) continue
    await tx
      .updateTable('task')
      .set({ snoozed_until: entry.undid_snooze, snoozes: entry.undid_snoozes })
      .where('id', '=', taskId)
      .where('snoozed_until', 'is', null)
      .execute()
  }
}

function withSnooze(entry: CareRow, task: TaskRow | undefined): CareRow {
  if (!task || task.snoozed_until === null) return entry
  return { ...entry, undid_snooze: task.snoozed_until, undid_snoozes: task.snoozes }
}

async function wake(tx: Tx, tasks: readonly TaskRow[]): Promise<void> {
  for (let from = 0; from < tasks.length; from += AT_ONCE)
    await tx
      .updateTable('task')
      .set({ snoozed_until: null, snoozes: 0 })
      .where(
        'id',
        'in',
        tasks.slice(from, from + AT_ONCE).map(({ id }) => id),
      )
      .execute()
}

/** Returns the task of each plant that an entry counts for; a skip counts for its own task. */
async function tasksOf(tx: Tx, entries: readonly CareRow[]): Promise<Map<string, TaskRow>> {
  const tasks = new Map<string, TaskRow>()
  const [first] = entries
  if (!first) return tasks
  const plantIds = entries.flatMap(({ plant_id }) => plant_id ?? [])
  for (let from = 0; from < plantIds.length; from += AT_ONCE) {
    const rows = await tx
      .selectFrom('task')
      .selectAll()
      .where('plant_id', 'in', plantIds.slice(from, from + AT_ONCE))
      .where('ended_at', 'is', null)
      .$if(first.kind === 'skipped', (query) => query.where('id', '=', first.task_id ?? ''))
      .$if(first.kind !== 'skipped', (query) =>
        query
          // Entries of one request are of one kind; only own work has a label.
          .where('kind', '=', first.kind as TaskRow['kind'])
          .where('label', '=', first.label),
      )
      .execute()
    for (const row of rows) tasks.set(row.plant_id ?? '', row)
  }
  return tasks
}
