import { plantRoutes, PLANTS_PER_USER_MAX, type PlantChange, fromTimestamp } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, mustBeSelf, ProblemError } from '../../platform/problem.ts'
import { deletePlant, findPlant, insertPlant, listPlants, updatePlant } from './plant-store.ts'
import { listWaterings, undoWatering, waterPlants } from './watering-store.ts'

const NO_ROOM = `You have ${PLANTS_PER_USER_MAX} plants, dead ones included. Turn on View dead and delete one to make room.`

/** @param onChanged called after changes that may make plants due or no longer due */
export function servePlants({ db, newId, now, serve }: Context, onChanged: (userId: string) => Promise<void>): void {
  serve(plantRoutes.list, ({ query }, { userId }) => {
    mustBeSelf(query.userId, userId)
    return listPlants(db, userId)
  })

  serve(plantRoutes.get, async ({ query }, { userId }) => found(await findPlant(db, userId, query.plantId), 'plant'))

  serve(plantRoutes.create, async ({ body }, { userId }) => {
    const input = { ...body, id: newId(), createdAt: now(), max: PLANTS_PER_USER_MAX }
    const plant = await db.transaction().execute((tx) => insertPlant(tx, userId, input))
    if (plant) return plant
    throw new ProblemError(409, 'plant.too-many', NO_ROOM)
  })

  serve(plantRoutes.edit, ({ query, body }, { userId }) => change(userId, query.plantId, body))

  serve(plantRoutes.markDead, ({ query }, { userId }) => change(userId, query.plantId, { isDead: true }))

  serve(plantRoutes.remove, async ({ query }, { userId }) => {
    found(await deletePlant(db, userId, query.plantId), 'plant')
    await onChanged(userId)
  })

  serve(plantRoutes.water, async ({ query }, { userId }) => {
    const { plantId } = query
    const [plant] = await db.transaction().execute((tx) => waterPlants(tx, userId, { at: now(), plantId }))
    if (plant) return changed(userId, plant)
    found(await findPlant(db, userId, plantId), 'plant')
    throw new ProblemError(409, 'plant.dead', 'A dead plant can’t be watered.')
  })

  serve(plantRoutes.waterAll, async ({ query }, { userId }) => {
    mustBeSelf(query.userId, userId)
    return changed(userId, await db.transaction().execute((tx) => waterPlants(tx, userId, { at: now() })))
  })

  serve(plantRoutes.undoWatering, async ({ query: { wateredAt, plantId } }, { userId }) => {
    const watering = { at: fromTimestamp(wateredAt), plantId }
    const plants = await db.transaction().execute((tx) => undoWatering(tx, userId, watering))
    return changed(userId, found(plants, 'watering'))
  })

  serve(plantRoutes.waterings, ({ query: { from, to, plantId } }, { userId }) =>
    listWaterings(db, userId, { from: fromTimestamp(from), to: fromTimestamp(to), plantId }),
  )

  async function change(userId: string, plantId: string, wanted: PlantChange) {
    const plant = await db.transaction().execute((tx) => updatePlant(tx, userId, plantId, wanted))
    return changed(userId, found(plant, 'plant'))
  }

  async function changed<Changed>(userId: string, plants: Changed): Promise<Changed> {
    await onChanged(userId)
    return plants
  }
}
