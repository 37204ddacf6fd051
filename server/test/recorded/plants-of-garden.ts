import { alertRoutes, conditionRoutes, placeRoutes, plantRoutes } from '@greenhouse/contract'
import type { DeviceCredentials, Grower } from '../../../testing/growers.ts'
import { toText } from './readings-of-garden.ts'

const DAY = 86_400_000

/** Adds a plant with a reminder and waterings in the place of a device, a dead one, and an alert that its owner wrote. */
export async function plant(
  { call }: Grower,
  { deviceId }: DeviceCredentials,
  clock: { readonly now: number },
): Promise<void> {
  const fern = await call(plantRoutes.create, {
    body: { plantName: 'Fern', plantType: 'Shade', species: 'Nephrolepis exaltata', waterEvery: 5 },
  })
  const basil = await call(plantRoutes.create, {
    body: { plantName: 'Basil', plantType: 'Herb', plantNotes: 'In the\nkitchen', planted: toText(clock.now - DAY) },
  })
  const garden = { name: 'Garden', latitude: 56.16, longitude: 10.2 }
  const { placeId: parentId } = await call(placeRoutes.create, { body: garden })
  const { placeId } = await call(placeRoutes.create, { body: { name: 'Bed', kind: 'bed', parentId } })
  await call(placeRoutes.movePlant, { params: { plantId: fern.plantId }, body: { placeId } })
  await call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
  const { conditionAlertPlantId } = await call(conditionRoutes.createForPlant, { body: { plantId: fern.plantId } })
  await call(plantRoutes.water, { query: { plantId: fern.plantId } })
  await call(plantRoutes.markDead, { query: { plantId: basil.plantId } })
  await call(alertRoutes.create, {
    body: {
      alertName: 'Fern',
      alertDesc: 'Repot it\nin spring',
      alertConditionId: conditionAlertPlantId,
      isPlantCondition: true,
    },
  })
}
