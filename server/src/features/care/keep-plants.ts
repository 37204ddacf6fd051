import {
  dateIn,
  fromTimestamp,
  PLANTS_PER_USER_MAX,
  taskInput,
  type Plant,
  type PlantChange,
  type PlantInput,
} from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { checkPlace } from '../places/arrange-places.ts'
import { toInstant } from '../plants/plant-row.ts'
import {
  findPlant,
  findPlants,
  insertPlant,
  placePlant,
  setHardiness,
  setSpecies,
  updatePlant,
} from '../plants/plant-store.ts'
import { findSpecies } from '../plants/species-store.ts'
import { refreshTasks } from '../tasks/due-store.ts'
import { newTaskRow } from '../tasks/task-row.ts'
import { endTask, findWaterTask, findZone, insertTask, updateTask } from '../tasks/task-store.ts'
import type { CareRow } from './care-row.ts'
import { deleteCare, findNear } from './care-store.ts'
import { MERGED_MS, recordCare, type Act, type Doer } from './record-care.ts'
import { undo } from './undo-care.ts'
import { deleteLaterWaterings, findWaterings, listLastWateredAt, listLiving } from './watering-store.ts'

type Parts = Pick<Context, 'newId' | 'now'>

const NO_ROOM = `You have ${PLANTS_PER_USER_MAX} plants, dead ones included. Turn on View dead and delete one to make room.`

/** Adds a plant. Its interval is a task of kind water, its last watering an entry of the care log. */
export async function addPlant(tx: Tx, parts: Parts, doer: Doer, input: PlantInput): Promise<Plant> {
  const { householdId } = doer
  const plantId = parts.newId()
  const createdAt = parts.now()
  if (!(await insertPlant(tx, householdId, { ...input, id: plantId, createdAt, max: PLANTS_PER_USER_MAX })))
    throw new ProblemError(409, 'plant.too-many', NO_ROOM)
  const plant = found(await findPlant(tx, householdId, plantId), 'plant')
  if (input.waterEvery !== null) await planWater(tx, parts, doer, plant, input.waterEvery)
  if (input.lastWatered !== null)
    await water(tx, parts, doer, { plantIds: [plantId], at: fromTimestamp(input.lastWatered) })
  return found(await findPlant(tx, householdId, plantId), 'plant')
}

/** Changes a plant. Only another interval than the one that `GetPlant` shows changes the plan. */
export async function changePlant(
  tx: Tx,
  parts: Parts,
  doer: Doer,
  change: PlantChange & { plantId: string },
): Promise<Plant> {
  const { householdId } = doer
  const { plantId, waterEvery, lastWatered, isDead } = change
  await lockHousehold(tx, householdId)
  const known = found(await findPlant(tx, householdId, plantId), 'plant')
  await updatePlant(tx, householdId, plantId, change)
  if (lastWatered !== undefined && lastWatered !== null && lastWatered !== known.lastWatered)
    await correctLastWatering(tx, parts, doer, { plantId, at: toInstant(lastWatered) })
  if (waterEvery !== undefined && waterEvery !== known.waterEvery)
    await changeInterval(tx, parts, doer, known, waterEvery)
  if (isDead !== undefined && isDead !== known.isDead)
    await log(tx, parts, doer, { kind: isDead ? 'died' : 'revived', plantIds: [plantId] })
  await refreshTasks(tx, householdId, { plantIds: [plantId] })
  return found(await findPlant(tx, householdId, plantId), 'plant')
}

interface Arrangement {
  readonly plantId: string
  readonly placeId?: string | null | undefined
  readonly speciesId?: string | null | undefined
  readonly hardyTo?: number | null | undefined
}

/** Changes the place, the species and the hardiness of a plant; null takes one away. */
export async function arrangePlant(
  tx: Tx,
  parts: Parts,
  doer: Doer,
  { plantId, placeId, speciesId, hardyTo }: Arrangement,
): Promise<Plant> {
  const { householdId } = doer
  await lockHousehold(tx, householdId)
  if (placeId !== undefined) await checkPlace(tx, householdId, placeId)
  const known = found(await findPlant(tx, householdId, plantId), 'plant')
  if (speciesId === null) await setSpecies(tx, householdId, plantId, undefined)
  else if (speciesId !== undefined) {
    const species = found(await findSpecies(tx, householdId, speciesId), 'species')
    await setSpecies(tx, householdId, plantId, species)
  }
  if (hardyTo !== undefined) await setHardiness(tx, householdId, plantId, hardyTo)
  if (placeId !== undefined && placeId !== (known.placeId ?? null)) {
    await placePlant(tx, householdId, plantId, placeId)
    await log(tx, parts, doer, { kind: 'move', plantIds: [plantId] })
  }
  return found(await findPlant(tx, householdId, plantId), 'plant')
}

export interface Watered {
  readonly plants: readonly Plant[]
  /** The logged entries, and the removed ones. */
  readonly entries: readonly CareRow[]
}

/** Waters a plant, or all living ones. A watering takes the place of one in the minute before. */
export async function waterPlants(tx: Tx, parts: Parts, doer: Doer, plantId?: string): Promise<Watered> {
  const { householdId } = doer
  await lockHousehold(tx, householdId)
  const plantIds = plantId === undefined ? await listLiving(tx, householdId) : [plantId]
  if (plantId !== undefined) {
    const { isDead } = found(await findPlant(tx, householdId, plantId), 'plant')
    if (isDead) throw new ProblemError(409, 'plant.dead', 'A dead plant can’t be watered.')
  }
  const entries = plantIds.length > 0 ? await water(tx, parts, doer, { plantIds, at: parts.now() }) : []
  return { plants: await findPlants(tx, householdId, plantIds), entries }
}

/** Takes back the waterings of an instant. Returns them with the plants that were watered last then; undefined without any. */
export async function undoWatering(
  tx: Tx,
  { householdId }: Doer,
  watering: { readonly at: number; readonly plantId: string | undefined; readonly doneBy: string | undefined },
): Promise<Watered | undefined> {
  await lockHousehold(tx, householdId)
  const entries = await findWaterings(tx, householdId, watering)
  if (entries.length === 0) return undefined
  const watered = entries.flatMap(({ plant_id }) => plant_id ?? [])
  const plantIds = await listLastWateredAt(tx, watered, watering.at)
  await undo(tx, entries)
  return { plants: await findPlants(tx, householdId, plantIds), entries }
}

async function water(
  tx: Tx,
  parts: Parts,
  doer: Doer,
  { plantIds, at }: { readonly plantIds: readonly string[]; readonly at: number },
): Promise<CareRow[]> {
  const near = await findNear(tx, plantIds, { kind: 'water', label: '', from: at - MERGED_MS, to: at + 1 })
  await deleteCare(
    tx,
    near.map(({ id }) => id),
  )
  return [...near, ...(await log(tx, parts, doer, { kind: 'water', plantIds, at }))]
}

async function log(
  tx: Tx,
  { newId, now }: Parts,
  doer: Doer,
  { at = now(), ...act }: Pick<Act, 'kind' | 'plantIds'> & { readonly at?: number },
): Promise<CareRow[]> {
  return recordCare(tx, doer, { ...act, careId: newId(), at, source: 'client' }, now())
}

/** Makes a watering the newest: later ones did not happen. */
async function correctLastWatering(
  tx: Tx,
  parts: Parts,
  doer: Doer,
  { plantId, at }: { readonly plantId: string; readonly at: number | null },
): Promise<void> {
  await deleteLaterWaterings(tx, plantId, at)
  if (at === null) return
  const known = await findNear(tx, [plantId], { kind: 'water', label: '', from: at - 1, to: at + 1 })
  if (known.length === 0) await log(tx, parts, doer, { kind: 'water', plantIds: [plantId], at })
}

async function changeInterval(tx: Tx, parts: Parts, doer: Doer, plant: Plant, every: number | null): Promise<void> {
  const task = await findWaterTask(tx, plant.plantId)
  if (every === null) return task && endTask(tx, task.id, parts.now())
  if (!task) return planWater(tx, parts, doer, plant, every)
  const plan = { repeat: 'after', every, unit: 'day', weekdays: '', seasons: '[]' } as const
  await updateTask(tx, task.id, { ...plan, snoozed_until: null, snoozes: 0 })
}

async function planWater(tx: Tx, { newId, now }: Parts, doer: Doer, plant: Plant, every: number): Promise<void> {
  const { plantId, planted, createdAt } = plant
  const { householdId, userId } = doer
  const startsOn = dateIn(fromTimestamp(planted ?? createdAt), await findZone(tx, householdId))
  const input = taskInput.parse({ plantId, kind: 'water', repeat: 'after', every, startsOn })
  await insertTask(tx, newTaskRow(input, { taskId: newId(), householdId, userId, createdAt: now() }))
  await refreshTasks(tx, householdId, { plantIds: [plantId] })
}
