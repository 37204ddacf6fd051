import type { Tx } from '../../platform/db/schema.ts'
import { refreshTasks } from '../tasks/due-store.ts'
import type { CareRow } from './care-row.ts'
import { deleteCare } from './care-store.ts'
import { restoreSnoozes } from './snooze-store.ts'

/** Removes entries as if they had never been made. */
export async function undo(tx: Tx, entries: readonly CareRow[]): Promise<void> {
  await deleteCare(
    tx,
    entries.map(({ id }) => id),
  )
  await refreshOf(tx, entries)
  await restoreSnoozes(tx, entries)
}

/** Computes the tasks that entries of one kind count for. */
export async function refreshOf(tx: Tx, entries: readonly CareRow[]): Promise<void> {
  const [first] = entries
  if (!first) return
  const plantIds = entries.flatMap(({ plant_id }) => plant_id ?? [])
  const taskIds = [...new Set(entries.flatMap(({ task_id }) => task_id ?? []))]
  await refreshTasks(tx, first.household_id, { plantIds, kind: first.kind, taskIds })
}
