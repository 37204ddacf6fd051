import { fromTimestamp, placeRoutes, plantRoutes, PLANTS_PER_USER_MAX, type PlantChange } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, mustBeSelf, ProblemError } from '../../platform/problem.ts'
import { checkPlace } from '../places/arrange-places.ts'
import { deletePlant, findPlant, insertPlant, listPlants, placePlant, updatePlant } from './plant-store.ts'
import { listWaterings, undoWatering, waterPlants } from './watering-store.ts'

const NO_ROOM = `You have ${PLANTS_PER_USER_MAX} plants, dead ones included. Turn on View dead and delete one to make room.`

/** @param onChanged called after changes that may make plants due or no longer due */
export function servePlants(
  { db, newId, now, serve }: Context,
  onChanged: (householdId: string) => Promise<void>,
): void {
  serve(plantRoutes.list, ({ query }, { householdId, userId }) => {
    mustBeSelf(query.userId, userId)
    return listPlants(db, householdId)
  })

  serve(plantRoutes.get, async ({ query }, { householdId }) =>
    found(await findPlant(db, householdId, query.plantId), 'plant'),
  )

  serve(plantRoutes.create, async ({ body }, { householdId }) => {
    const input = { ...body, id: newId(), createdAt: now(), max: PLANTS_PER_USER_MAX }
    const plant = await db.transaction().execute((tx) => insertPlant(tx, householdId, input))
    if (plant) return plant
    throw new ProblemError(409, 'plant.too-many', NO_ROOM)
  })

  serve(plantRoutes.edit, ({ query, body }, { householdId }) => change(householdId, query.plantId, body))

  serve(plantRoutes.markDead, ({ query }, { householdId }) => change(householdId, query.plantId, { isDead: true }))

  serve(plantRoutes.remove, async ({ query }, { householdId }) => {
    found(await deletePlant(db, householdId, query.plantId), 'plant')
    await onChanged(householdId)
  })

  serve(placeRoutes.movePlant, async ({ params: { plantId }, body: { placeId } }, { householdId }) => {
    const moved = await db.transaction().execute(async (tx) => {
      await checkPlace(tx, householdId, placeId)
      return placePlant(tx, householdId, plantId, placeId)
    })
    return found(moved, 'plant')
  })

  serve(plantRoutes.water, async ({ query }, { householdId }) => {
    const { plantId } = query
    const [plant] = await db.transaction().execute((tx) => waterPlants(tx, householdId, { at: now(), plantId }))
    if (plant) return changed(householdId, plant)
    found(await findPlant(db, householdId, plantId), 'plant')
    throw new ProblemError(409, 'plant.dead', 'A dead plant can’t be watered.')
  })

  serve(plantRoutes.waterAll, async ({ query }, { householdId, userId }) => {
    mustBeSelf(query.userId, userId)
    return changed(householdId, await db.transaction().execute((tx) => waterPlants(tx, householdId, { at: now() })))
  })

  serve(plantRoutes.undoWatering, async ({ query: { wateredAt, plantId } }, { householdId }) => {
    const watering = { at: fromTimestamp(wateredAt), plantId }
    const plants = await db.transaction().execute((tx) => undoWatering(tx, householdId, watering))
    return changed(householdId, found(plants, 'watering'))
  })

  serve(plantRoutes.waterings, ({ query: { from, to, ...of } }, { householdId }) =>
    listWaterings(db, householdId, { ...of, from: fromTimestamp(from), to: fromTimestamp(to) }),
  )

  async function change(householdId: string, plantId: string, wanted: PlantChange) {
    const plant = await db.transaction().execute((tx) => updatePlant(tx, householdId, plantId, wanted))
    return changed(householdId, found(plant, 'plant'))
  }

  async function changed<Changed>(householdId: string, plants: Changed): Promise<Changed> {
    await onChanged(householdId)
    return plants
  }
}
