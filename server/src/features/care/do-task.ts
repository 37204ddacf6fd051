import { isOfPlace, type LoggedKind } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { placesWithin } from '../places/place-tree.ts'
import { listPlaces } from '../places/place-store.ts'
import { findPlants, listLivingIn } from '../plants/plant-store.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { findTaskRow } from '../tasks/task-store.ts'
import { goesOn } from '../tasks/task-routes.ts'
import type { CareRow } from './care-row.ts'
import { findNear, findNearOfTask } from './care-store.ts'
import { findLogged, MERGED_MS, recordCare, type Act, type Doer } from './record-care.ts'

interface Logged {
  readonly entries: readonly CareRow[]
  /** Somebody did it less than a minute before, and nothing was logged. */
  readonly merged: boolean
}

type Told = Omit<Act, 'kind' | 'label' | 'plantIds' | 'placeId' | 'task'>

/** Logs that a task was done, with the amount of its plan unless another is given. */
export async function doTask(tx: Tx, doer: Doer, taskId: string, { now, ...told }: Told & Now): Promise<Logged> {
  const task = await lockedTask(tx, doer, taskId)
  const known = await findLogged(tx, doer, told.careId)
  if (known.length > 0) return { entries: known, merged: false }
  goesOn(task)
  const subjects = await subjectsOf(tx, task)
  const earlier = await findEarlier(tx, task, told.at)
  if (earlier) return { entries: [earlier], merged: true }
  const { kind, label } = task
  const act = { ...told, ...amountOf(told, task), kind, label, task, ...subjects }
  return { entries: await recordCare(tx, doer, act, now), merged: false }
}

function amountOf({ amount, amountUnit }: Told, task: TaskRow): Pick<Act, 'amount' | 'amountUnit'> {
  const isGiven = amount !== undefined && amount !== null
  return isGiven ? { amount, amountUnit: amountUnit ?? null } : { amount: task.amount, amountUnit: task.amount_unit }
}

/** Skips a task once: it counts from now on as if it had been done. */
export async function skipTask(tx: Tx, doer: Doer, taskId: string, { now, ...told }: Told & Now): Promise<Logged> {
  const task = await lockedTask(tx, doer, taskId)
  const known = await findLogged(tx, doer, told.careId)
  if (known.length > 0) return { entries: known, merged: false }
  goesOn(task)
  if (task.plant_id !== null) await livingPlant(tx, task)
  const subject = task.plant_id === null ? { placeId: task.place_id } : { plantIds: [task.plant_id] }
  return { entries: await recordCare(tx, doer, { ...told, kind: 'skipped', task, ...subject }, now), merged: false }
}

/** Logs the same work for some plants, except those that got it less than a minute before. */
export async function logForPlants(
  tx: Tx,
  doer: Doer,
  {
    now,
    plantIds,
    kind,
    label,
    ...told
  }: Told & Now & { plantIds: readonly string[]; kind: LoggedKind; label: string },
): Promise<Logged> {
  await lockHousehold(tx, doer.householdId)
  const known = await findLogged(tx, doer, told.careId)
  if (known.length > 0) return { entries: known, merged: false }
  const wanted = [...new Set(plantIds)]
  const plants = await findPlants(tx, doer.householdId, wanted)
  found(plants.length === wanted.length, 'plant')
  if (kind !== 'note' && plants.some(({ isDead }) => isDead)) throw plantIsDead(kind)
  const near = { kind, label, from: told.at - MERGED_MS, to: told.at + MERGED_MS }
  const earlier = kind === 'note' ? [] : await findNear(tx, wanted, near)
  const done = new Set(earlier.map(({ plant_id }) => plant_id))
  const open = wanted.filter((id) => !done.has(id))
  if (open.length === 0) return { entries: earlier, merged: true }
  return { entries: await recordCare(tx, doer, { ...told, kind, label, plantIds: open }, now), merged: false }
}

interface Now {
  readonly now: number
}

async function lockedTask(tx: Tx, { householdId }: Doer, taskId: string): Promise<TaskRow> {
  await lockHousehold(tx, householdId)
  return found(await findTaskRow(tx, householdId, taskId), 'task')
}

async function subjectsOf(tx: Tx, task: TaskRow): Promise<Pick<Act, 'plantIds' | 'placeId'>> {
  if (task.plant_id !== null) return { plantIds: [await livingPlant(tx, task)] }
  if (task.place_id === null || isOfPlace(task.kind)) return { placeId: task.place_id }
  const within = placesWithin(await listPlaces(tx, task.household_id), task.place_id)
  const plantIds = await listLivingIn(tx, task.household_id, within)
  if (plantIds.length > 0) return { plantIds }
  throw new ProblemError(409, 'task.no-plants', 'There is no living plant in this place.')
}

async function livingPlant(tx: Tx, { household_id, plant_id, kind }: TaskRow): Promise<string> {
  const [plant] = await findPlants(tx, household_id, [plant_id ?? ''])
  const { plantId, isDead } = found(plant, 'plant')
  if (isDead) throw plantIsDead(kind)
  return plantId
}

function plantIsDead(kind: string): ProblemError {
  return new ProblemError(409, 'plant.dead', kind === 'water' ? 'A dead plant can’t be watered.' : 'The plant is dead.')
}

async function findEarlier(tx: Tx, task: TaskRow, at: number): Promise<CareRow | undefined> {
  const near = { from: at - MERGED_MS, to: at + MERGED_MS }
  if (task.plant_id === null) return findNearOfTask(tx, task.id, near)
  return (await findNear(tx, [task.plant_id], { kind: task.kind, label: task.label, ...near }))[0]
}
