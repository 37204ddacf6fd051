import { DAY_MS, HOUR_MS, placeRoutes, plantRoutes, probeRoutes, toTimestamp } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { axe } from './browser.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { liveAt } from './local-hour.ts'

const application = useApplication()
const TOMATO = '061090c9-7304-5ab9-a572-56ace6083f1d'
const LETTUCE = '7ed0dc18-ece9-5cac-ae38-14f9e65e5a1e'
/** Of days with 12 and 24 °C. */
const DEGREES = { tomato: 3 * (18 - 10), lettuce: 3 * (18 - 4) }

test('a plant shows the light of today against its goal, and its degree days by its species', async () => {
  const grower = await application.register('Asta')
  const { midnight, timeZone } = await liveAt(grower, 14)
  const { placeId } = await grower.call(placeRoutes.create, { body: { name: 'Bench', kind: 'bench' } })
  const add = async (plantName: string, speciesId: string) => {
    const body = { plantName, plantType: 'Vegetable', planted: toTimestamp(midnight - 3 * DAY_MS) }
    const { plantId } = await grower.call(plantRoutes.create, { body })
    await grower.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId, speciesId } })
    return plantId
  }
  const [tomato, lettuce] = [await add('San Marzano', TOMATO), await add('Lollo', LETTUCE)]
  const cherry = await add('Cherry', TOMATO)
  const ranges = [{ metric: 'dailyLight', low: 12, high: 18 }]
  await grower.call(probeRoutes.edit, { params: { plantId: tomato }, body: { ranges } })
  const { page, faults } = await application.openAs(grower, `/plants/${tomato}`, { timezoneId: timeZone })
  await page.getByRole('heading', { name: 'Care plan' }).waitFor()
  expect(await page.getByRole('region', { name: 'Light and warmth' }).count()).toBe(0)

  await measureSince(grower, midnight, placeId)
  await page.reload()
  const panel = page.getByRole('region', { name: 'Light and warmth' })
  await panel.getByText(/^1[0-2],\d of 15.mol\/m²$/).waitFor()
  await panel.getByText(/^15 at about 17\.[12]0, from lux, sun$/).waitFor()
  await panel.getByText(String(DEGREES.tomato), { exact: true }).waitFor()
  await panel.getByText(/^since .*, from 10.°C, at most 30.°C$/).waitFor()
  expect(await axe(page)).toEqual([])

  // Fewer photons are in a lux of LEDs; the goal is the middle of 12 to 17, the range of the species.
  await grower.call(placeRoutes.edit, { params: { placeId }, body: { lightSource: 'led' } })
  await page.goto(new URL(`/plants/${lettuce}`, page.url()).href)
  await panel.getByText(/^[89],\d of 14,5.mol\/m²$/).waitFor()
  await panel.getByText(/^14,5 at about 19\.[23]0, from lux, LED$/).waitFor()
  await panel.getByText(String(DEGREES.lettuce), { exact: true }).waitFor()
  await panel.getByText(/^since .*, from 4.°C, at most 25.°C$/).waitFor()

  // A tomato has no range of its species.
  await page.goto(new URL(`/plants/${cherry}`, page.url()).href)
  await panel.getByText(/^[89],\d.mol\/m²$/).waitFor()
  await panel.getByText('so far, from lux, LED').waitFor()
  expect(faults).toEqual([])
})

/** Sends 12 and 24 °C of three days, and 20,000 lx of today from 6 o'clock on. */
async function measureSince(grower: Grower, midnight: number, placeId: string): Promise<void> {
  const device = await addDevice(grower, 'North end')
  await grower.call(placeRoutes.moveDevice, { params: { deviceId: device.deviceId }, body: { placeId } })
  const readings: Array<{ time: string; temperature: number; illuminance?: number }> = []
  const now = Date.now()
  for (let at = midnight - 3 * DAY_MS; at < now; at += HOUR_MS / 4) {
    const hour = (at - midnight) / HOUR_MS
    const light = hour < 0 ? {} : { illuminance: hour < 6 ? 0 : 20_000 }
    readings.push({ time: toTimestamp(at), temperature: (hour + 72) % 24 < 12 ? 12 : 24, ...light })
  }
  await sendReadings(application.server.url, device, readings)
}
