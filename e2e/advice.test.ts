import { adviceRoutes, careRoutes, placeRoutes, weatherRoutes, type PlaceInput } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { axe } from './browser.ts'
import { useOwnApplication } from './application.ts'
import { liveAt } from './local-hour.ts'
import { addPlant, daysAgo } from './plants.ts'
import { settled } from './settled.ts'
import type { FakeOpenMeteo } from '../testing/open-meteo.ts'
import type { Grower } from '../testing/growers.ts'

const application = useOwnApplication()
const CALM = { cloud: 90, wind: 1, dewPoint: 1, temperature: 9, rain: 0, rainChance: 0 }

test('names the plants of a cold frame that the coming frost harms until they are covered, also after a restart', async () => {
  const grower = await application.register('Asta')
  const { timeZone } = await liveAt(grower, 17)
  forecast({ ...CALM, temperature: 3.2, cloud: 5 })
  await grower.call(weatherRoutes.setPlace, { body: { name: 'Ribe', latitude: 55.33, longitude: 8.76 } })
  await addPlace(grower, { name: 'Cold frame', shelter: 'cold' }, { Lemon: 3, Basil: 3, Leek: -10 })
  await addPlace(grower, { name: 'Living room', shelter: 'heated' }, { Orchid: 15 })
  await restart()
  const { page, faults } = await application.openAs(grower, '/', { timezoneId: timeZone })
  // A frame without a thermometer counts as 2 °C warmer.
  const advice = page.getByText(/^Ground frost possible in Cold frame tonight: 5,2.°C about \d\d[.:]\d\d$/)
  await advice.waitFor()
  await page.getByText(/^2 plants at risk: Basil and Lemon\. Bring in or cover\.$/).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Covered' }).press('Enter')
  await advice.waitFor({ state: 'detached' })
  await restart()
  const answered = page.waitForResponse((reply) => reply.url().endsWith(adviceRoutes.list.path))
  await page.reload()
  await answered
  await settled(page)
  expect(await advice.count()).toBe(0)
  expect(faults).toEqual([])
})

test('offers to wait for rain outdoors, and counts rain that fell as a watering, which can be undone', async () => {
  const grower = await application.register('Bo')
  const { timeZone } = await liveAt(grower, 9)
  forecast({ ...CALM, rain: 0.4, rainChance: 80 })
  await grower.call(weatherRoutes.setPlace, { body: { name: 'Skagen', latitude: 57.72, longitude: 10.58 } })
  await addPlace(grower, { name: 'Bed' }, { Lemon: -5, Basil: -5 })
  await addPlace(grower, { name: 'Glasshouse', shelter: 'cold' }, { Fig: -5 })
  const { page, faults } = await application.openAs(grower, '/tasks', { timezoneId: timeZone })
  const offers = page.getByRole('button', { name: /^Rain \d+.mm (?:today|tonight|tomorrow), wait until tomorrow\?$/ })
  await expect.poll(() => offers.count()).toBe(2)
  const basil = page.getByRole('listitem').filter({ hasText: 'Basil' })
  await basil.getByRole('button', { name: /^Rain / }).press('Enter')
  await expect.poll(() => offers.count()).toBe(1)
  expect(await axe(page)).toEqual([])

  await restart()
  await page.goto(new URL('/', page.url()).href)
  const fallen = page.getByText(/^It has rained \d+.mm in Bed: count as watered\?$/)
  await fallen.waitFor()
  await page.getByRole('button', { name: 'Count it' }).click()
  await fallen.waitFor({ state: 'detached' })
  expect(await wateringsOf(grower)).toEqual(['rain', 'rain'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => wateringsOf(grower)).toEqual([])
  expect(faults).toEqual([])
})

/** Sets the weather of every hour until the end of the test. */
function forecast(weather: ReturnType<FakeOpenMeteo['weatherAt']>): void {
  const { weather: service } = application.server
  service.weatherAt = () => weather
  onTestFinished(() => void (service.weatherAt = () => ({})))
}

/** Adds a place with thirsty plants, and the temperature that each bears, in °C. */
async function addPlace(
  grower: Grower,
  body: Partial<PlaceInput> & { readonly name: string },
  hardiness: Readonly<Record<string, number>>,
): Promise<void> {
  const { placeId } = await grower.call(placeRoutes.create, { body })
  for (const [plantName, hardyTo] of Object.entries(hardiness)) {
    const { plantId } = await addPlant(grower, plantName, { waterEvery: 1, planted: daysAgo(9) })
    await grower.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId, hardyTo } })
  }
}

/** A server looks for advice when it starts, and then every five minutes. */
async function restart(): Promise<void> {
  await application.server.stop()
  await application.server.start()
}

async function wateringsOf(grower: Grower): Promise<string[]> {
  return (await grower.call(careRoutes.list, { query: { kinds: 'water' } })).map(({ source }) => source)
}
