import {
  fromTimestamp,
  HOUR_MS,
  taskRoutes,
  TASKS_PER_HOUSEHOLD_MAX,
  TASKS_PER_PLANT_MAX,
  DAY_MS,
  type Task,
  type TaskChange,
  type TaskInput,
} from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { findRole, lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { hubTopic } from '../../platform/live/topics.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { checkPlace } from '../places/arrange-places.ts'
import { findPlace } from '../places/place-store.ts'
import { findPlant } from '../plants/plant-store.ts'
import { refreshTasks } from './due-store.ts'
import { isWaterOfPlant, labelOf, newTaskRow, searchTextOfTask, toColumns, type TaskRow } from './task-row.ts'
import {
  countTasks,
  endTask,
  findTask,
  findTaskRow,
  findWaterTask,
  insertTask,
  listTasks,
  setWaterReminder,
  updateTask,
} from './task-store.ts'

const SNOOZE_MAX_DAYS = 366

interface Editor {
  readonly householdId: string
  readonly userId: string
}

/** @param onChanged called after changes that may make plants due or no longer due */
export function serveTasks(context: Context, onChanged: (householdId: string) => Promise<void>): void {
  const { db, hub, now, serve } = context

  serve(taskRoutes.list, async ({ query }, { householdId }) => {
    await checkSubject(db, householdId, query)
    return listTasks(db, householdId, query)
  })

  serve(taskRoutes.create, async ({ body }, editor) => {
    const taskId = await db.transaction().execute((tx) => addTask(tx, context, { editor, input: body }))
    return changed(editor.householdId, taskId)
  })

  serve(taskRoutes.edit, async ({ params: { taskId }, body }, editor) => {
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, editor.householdId)
      const row = goesOn(await findTaskRow(tx, editor.householdId, taskId))
      await changeTask(tx, context, { editor, row, change: body })
    })
    return changed(editor.householdId, taskId)
  })

  serve(taskRoutes.end, async ({ params: { taskId } }, { householdId }) => {
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      found(await findTaskRow(tx, householdId, taskId), 'task')
      await endTask(tx, taskId, now())
    })
    await onChanged(householdId)
  })

  serve(taskRoutes.snooze, async ({ params: { taskId }, body: { until } }, { householdId }) => {
    const at = until === null ? null : fromTimestamp(until)
    if (at !== null && at <= now()) throw invalid('until', 'Choose a time to come.')
    if (at !== null && at > now() + SNOOZE_MAX_DAYS * DAY_MS + HOUR_MS)
      throw invalid('until', 'Choose a time within a year.')
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      const row = goesOn(await findTaskRow(tx, householdId, taskId))
      await updateTask(tx, taskId, { snoozed_until: at, snoozes: at === null ? row.snoozes : row.snoozes + 1 })
    })
    const task = await changed(householdId, taskId)
    const shown = { householdId, care: [], removed: [], tasks: [task], watered: [] }
    hub.publish(hubTopic.careOf(householdId), { eventType: 'care', ...shown })
    return task
  })

  async function changed(householdId: string, taskId: string): Promise<Task> {
    await onChanged(householdId)
    return found(await findTask(db, householdId, taskId), 'task')
  }
}

/** Throws a 404 for a plant or a place that the household does not have. */
export async function checkSubject(
  db: Db,
  householdId: string,
  { plant, place }: { readonly plant?: string | undefined; readonly place?: string | undefined },
): Promise<void> {
  if (plant !== undefined) found(await findPlant(db, householdId, plant), 'plant')
  if (place !== undefined) found(await findPlace(db, householdId, place), 'place')
}

/** Adds a task and returns its id. */
async function addTask(
  tx: Tx,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  { editor, input }: { readonly editor: Editor; readonly input: TaskInput },
): Promise<string> {
  const { householdId, userId } = editor
  const { plantId } = input
  await lockHousehold(tx, householdId)
  if (plantId !== null) found(await findPlant(tx, householdId, plantId), 'plant')
  await checkPlace(tx, householdId, input.placeId)
  await checkAssigned(tx, householdId, input.assignedTo)
  await checkRoom(tx, householdId, plantId)
  const row = newTaskRow(input, { taskId: newId(), householdId, userId, createdAt: now() })
  if (isWaterOfPlant(row)) await checkOnlyWater(tx, row)
  await insertTask(tx, row)
  if (plantId !== null && isWaterOfPlant(row) && input.reminds)
    await setWaterReminder(tx, { householdId, plantId, reminds: true }, { id: newId(), createdAt: now() })
  await refreshTasks(tx, householdId, { taskIds: [row.id] })
  return row.id
}

/** Changes a task. A change of its dates wakes it. */
async function changeTask(
  tx: Tx,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  { editor, row, change }: { readonly editor: Editor; readonly row: TaskRow; readonly change: TaskChange },
): Promise<void> {
  const { householdId } = editor
  if (change.assignedTo !== undefined) await checkAssigned(tx, householdId, change.assignedTo)
  const wanted = { ...row, ...toColumns(change) }
  const named = { ...wanted, label: labelOf(wanted) }
  const after = { ...named, search_text: searchTextOfTask(named) }
  if (after.kind === 'custom' && after.label === '') throw invalid('label', 'Give it a name, at most 40 characters.')
  if (after.repeat === 'weekly' && after.weekdays === '') throw invalid('weekdays', 'Choose a weekday')
  if (isWaterOfPlant(after)) await checkOnlyWater(tx, after)
  const wakes = SCHEDULE.some((column) => after[column] !== row[column])
  const { id, ...columns } = wakes ? { ...after, snoozed_until: null, snoozes: 0 } : after
  await updateTask(tx, id, columns)
  const { reminds } = change
  if (row.plant_id !== null && isWaterOfPlant(after) && reminds !== undefined)
    await setWaterReminder(tx, { householdId, plantId: row.plant_id, reminds }, { id: newId(), createdAt: now() })
  await refreshTasks(tx, householdId, { taskIds: [id] })
}

const SCHEDULE = ['kind', 'repeat', 'every', 'unit', 'weekdays', 'month_day', 'month', 'starts_on', 'seasons'] as const

/** Throws a 404 for a task that the household does not have, and a 409 for one that is over. */
export function goesOn(row: TaskRow | undefined): TaskRow {
  const task = found(row, 'task')
  if (task.ended_at !== null) throw new ProblemError(409, 'task.ended', 'This plan was ended.')
  return task
}

async function checkAssigned(tx: Tx, householdId: string, userId: string | null): Promise<void> {
  if (userId !== null) found(await findRole(tx, householdId, userId), 'member')
}

async function checkRoom(tx: Tx, householdId: string, plantId: string | null): Promise<void> {
  const { all, ofPlant } = await countTasks(tx, householdId, plantId)
  if (plantId !== null && ofPlant >= TASKS_PER_PLANT_MAX)
    throw new ProblemError(409, 'task.too-many', `This plant has ${TASKS_PER_PLANT_MAX} tasks. End one to add another.`)
  if (all >= TASKS_PER_HOUSEHOLD_MAX)
    throw new ProblemError(
      409,
      'task.too-many',
      `This household has ${TASKS_PER_HOUSEHOLD_MAX} tasks. End one to add another.`,
    )
}

async function checkOnlyWater(tx: Tx, { id, plant_id }: TaskRow): Promise<void> {
  const known = await findWaterTask(tx, plant_id ?? '')
  if (known && known.id !== id)
    throw new ProblemError(409, 'task.duplicate', 'This plant has a plan for water. Change that one.')
}
