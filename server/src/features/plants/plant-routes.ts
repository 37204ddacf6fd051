import { plantRoutes, topic } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, mustBeSelf } from '../../platform/problem.ts'
import { findDeviceOfPlant } from './plant-device-store.ts'
import { deletePlant, findPlant, listPlants } from './plant-store.ts'

interface Removal {
  /** Removes the readings of a device by its key. */
  readonly forgetReadings: (deviceKey: number) => Promise<void>
  /** Called after a plant is gone. */
  readonly onRemoved: (householdId: string) => Promise<void>
}

/** Serves the routes that read and delete plants. */
export function servePlants({ db, hub, serve }: Context, { forgetReadings, onRemoved }: Removal): void {
  serve(plantRoutes.list, ({ query }, { householdId, userId }) => {
    mustBeSelf(query.userId, userId)
    return listPlants(db, householdId)
  })

  serve(plantRoutes.get, async ({ query }, { householdId }) =>
    found(await findPlant(db, householdId, query.plantId), 'plant'),
  )

  serve(plantRoutes.remove, async ({ query }, { householdId }) => {
    const device = await findDeviceOfPlant(db, householdId, query.plantId)
    if (device) await forgetReadings(device.deviceKey)
    found(await deletePlant(db, householdId, query.plantId), 'plant')
    if (device) {
      await forgetReadings(device.deviceKey)
      hub.close(topic.seriesOf(device.deviceId))
    }
    await onRemoved(householdId)
  })
}
