import type { DemoAccount } from './demo-account.ts'

const DAY = 86_400_000

/** Name, type, rhythm in days, how many days ago it was watered last, and whether one is told when it is due. */
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

/** Sets the alert conditions of a device, as `Temperature>=30`. */
export async function watch(account: DemoAccount, userDeviceId: string, conditions: readonly string[]): Promise<void> {
  for (const text of conditions) {
    const at = text.search(/[<>]/)
    const condition = { userDeviceId, sensorType: text.slice(0, at), condition: text.slice(at) }
    await account.post('/api/AlertCondition/CreateConditionAlertUserDevice', condition)
  }
}

/** Ten plants, some of them thirsty, watered in their rhythm for the last month. `now` in milliseconds. */
export async function plantGarden(account: DemoAccount, now: number): Promise<void> {
  for (const [plantName, plantType, waterEvery, daysAgo, isWatched] of PLANTS) {
    const planted = new Date(now - 200 * DAY).toISOString()
    const plant = { plantName, plantType, waterEvery, planted, plantNotes: 'Came from a cutting.' }
    const { plantId } = await account.post<{ plantId: string }>('/api/Plant/CreatePlant', plant)
    for (
      let days = daysAgo + Math.floor((30 - daysAgo) / waterEvery) * waterEvery;
      days >= daysAgo;
      days -= waterEvery
    ) {
      const lastWatered = new Date(now - days * DAY).toISOString()
      await account.patch(`/api/Plant/EditPlant?plantId=${plantId}`, { lastWatered })
    }
    if (isWatched) await account.post('/api/AlertCondition/CreateConditionAlertPlant', { plantId })
  }
}
