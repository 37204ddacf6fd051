import { alertRoutes, conditionRoutes, plantRoutes } from '@greenhouse/contract'
import type { Grower } from '../../../testing/growers.ts'
import { toText } from './readings-of-garden.ts'

const DAY = 86_400_000

/** Adds a plant with a reminder and waterings, a dead one, and an alert that its owner wrote. */
export async function plant({ call }: Grower, clock: { readonly now: number }): Promise<void> {
  const fern = await call(plantRoutes.create, {
    body: { plantName: 'Fern', plantType: 'Shade', species: 'Nephrolepis exaltata', waterEvery: 5 },
  })
  const basil = await call(plantRoutes.create, {
    body: { plantName: 'Basil', plantType: 'Herb', plantNotes: 'In the\nkitchen', planted: toText(clock.now - DAY) },
  })
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
