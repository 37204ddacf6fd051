import { fromTimestamp, mayAs, placeRoutes, plantRoutes, type Plant, type PlantChange } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, mustBeSelf } from '../../platform/problem.ts'
import { checkChart } from './chart-care-store.ts'
import { addPlant, arrangePlant, changePlant, undoWatering, waterPlants, type Watered } from './keep-plants.ts'
import { publishCare } from './publish-care.ts'
import type { Doer } from './record-care.ts'
import { listWaterings } from './watering-store.ts'

/**
 * Serves the routes of the specification that write plants: their interval is a task, their waterings are care.
 * @param onChanged called after changes that may make plants due or no longer due
 */
export function servePlantCare(context: Context, onChanged: (householdId: string) => Promise<void>): void {
  const { db, serve } = context

  serve(plantRoutes.create, ({ body }, doer) => db.transaction().execute((tx) => addPlant(tx, context, doer, body)))

  serve(plantRoutes.edit, ({ query, body }, doer) => change(doer, { ...body, plantId: query.plantId }))

  serve(plantRoutes.markDead, ({ query }, doer) => change(doer, { plantId: query.plantId, isDead: true }))

  serve(placeRoutes.movePlant, ({ params: { plantId }, body }, doer) =>
    db.transaction().execute((tx) => arrangePlant(tx, context, doer, { ...body, plantId })),
  )

  serve(plantRoutes.water, async ({ query: { plantId } }, doer) => {
    const plants = await watered(doer, await db.transaction().execute((tx) => waterPlants(tx, context, doer, plantId)))
    return found(plants[0], 'plant')
  })

  serve(plantRoutes.waterAll, async ({ query }, doer) => {
    mustBeSelf(query.userId, doer.userId)
    return watered(doer, await db.transaction().execute((tx) => waterPlants(tx, context, doer)))
  })

  serve(plantRoutes.undoWatering, async ({ query: { wateredAt, plantId } }, member) => {
    // A carer takes back only what they did.
    const doneBy = mayAs(member.householdRole, 'gardener') ? undefined : member.userId
    const watering = { at: fromTimestamp(wateredAt), plantId, doneBy }
    const undone = await db.transaction().execute((tx) => undoWatering(tx, member, watering))
    return watered(member, found(undone, 'watering'))
  })

  serve(plantRoutes.waterings, async ({ query: { from, to, ...of } }, { householdId }) => {
    await checkChart(db, householdId, of)
    return listWaterings(db, householdId, { ...of, from: fromTimestamp(from), to: fromTimestamp(to) })
  })

  async function change(doer: Doer, wanted: PlantChange & { plantId: string }) {
    const plant = await db.transaction().execute((tx) => changePlant(tx, context, doer, wanted))
    await onChanged(doer.householdId)
    return plant
  }

  async function watered({ householdId }: Doer, { plants, entries }: Watered): Promise<Plant[]> {
    await publishCare(context, householdId, entries)
    await onChanged(householdId)
    return [...plants]
  }
}
