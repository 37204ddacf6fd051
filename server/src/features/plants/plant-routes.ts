import { plantRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, mustBeSelf } from '../../platform/problem.ts'
import { deletePlant, findPlant, listPlants } from './plant-store.ts'

/**
 * Serves the routes that read and delete plants.
 * @param onRemoved called after a plant is gone
 */
export function servePlants({ db, serve }: Context, onRemoved: (householdId: string) => Promise<void>): void {
  serve(plantRoutes.list, ({ query }, { householdId, userId }) => {
    mustBeSelf(query.userId, userId)
    return listPlants(db, householdId)
  })

  serve(plantRoutes.get, async ({ query }, { householdId }) =>
    found(await findPlant(db, householdId, query.plantId), 'plant'),
  )

  serve(plantRoutes.remove, async ({ query }, { householdId }) => {
    found(await deletePlant(db, householdId, query.plantId), 'plant')
    await onRemoved(householdId)
  })
}
