import { conditionRoutes, plantRoutes, type Client } from '@greenhouse/contract'

const DAY = 86_400_000

/** Name, type, watering interval in days, days since the last watering, and whether it has an alert condition. */
const PLANTS = [
  ['Sweet basil', 'Herb', 7, 7.2, true],
  ['San Marzano', 'Tomato', 2, 0.8, true],
  ['Monstera', 'Houseplant', 7, 3, false],
  ['Bird’s eye chili', 'Pepper', 3, 1, false],
  ['Calathea', 'Houseplant', 5, 6, false],
  ['Thyme', 'Herb', 14, 5, false],
  ['Lemon', 'Citrus', 6, 3, true],
  ['Aloe', 'Succulent', 30, 12, false],
  ['Dahlia', 'Flower', 4, 1.5, false],
  ['Lollo rossa', 'Lettuce', 1, 0.4, false],
] as const

/** Adds ten plants, some due, watered at their interval for the last month. `now` in milliseconds. */
export async function plantGarden({ call }: Client, now: number): Promise<void> {
  for (const [plantName, plantType, waterEvery, daysAgo, isWatched] of PLANTS) {
    const planted = new Date(now - 200 * DAY).toISOString()
    const plant = { plantName, plantType, waterEvery, planted, plantNotes: 'Came from a cutting.' }
    const { plantId } = await call(plantRoutes.create, { body: plant })
    for (
      let days = daysAgo + Math.floor((30 - daysAgo) / waterEvery) * waterEvery;
      days >= daysAgo;
      days -= waterEvery
    ) {
      const lastWatered = new Date(now - days * DAY).toISOString()
      await call(plantRoutes.edit, { query: { plantId }, body: { lastWatered } })
    }
    if (isWatched) await call(conditionRoutes.createForPlant, { body: { plantId } })
  }
}
