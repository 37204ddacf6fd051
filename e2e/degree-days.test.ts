import { DAY_MS, HOUR_MS, placeRoutes, plantRoutes, seriesRoutes, toTimestamp } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useOwnApplication } from './application.ts'
import { axe } from './browser.ts'
import { chooseInChartMenu } from './chart-menu.ts'
import { liveAt } from './local-hour.ts'

const application = useOwnApplication()
const TOMATO = '061090c9-7304-5ab9-a572-56ace6083f1d'
const DAYS = 20
/** Of days with 12 and 24 °C. */
const OF_DAY = 18 - 10

test('a plant has its degree days on its page, on a chart and in a rule', async () => {
  const grower = await application.register('Asta')
  const { midnight, timeZone } = await liveAt(grower, 14)
  const { placeId } = await grower.call(placeRoutes.create, { body: { name: 'Bench', kind: 'bench' } })
  const plantId = await plantTomato(grower, placeId, midnight - DAYS * DAY_MS)
  await measureSince(grower, placeId, midnight - DAYS * DAY_MS)
  await storeDays(grower)

  const { page, faults } = await application.openAs(grower, `/plants/${plantId}`, { timezoneId: timeZone })
  const panel = page.getByRole('region', { name: 'Light and warmth' })
  await panel.getByText(String(DAYS * OF_DAY), { exact: true }).waitFor()
  await panel.getByRole('link', { name: 'Degree days in History' }).click()

  // Each day has a point, from the first one on.
  await page.getByRole('tab', { name: /^Degree days 160.°C·d/ }).waitFor()
  expect(await page.getByLabel('Device', { exact: true }).locator('option:checked').innerText()).toBe('San Marzano')
  const summary = page.getByRole('region', { name: 'Summary, 30 days' })
  await summary.getByText(/^8.°C·d$/).waitFor()
  await summary.getByText(/^160.°C·d$/).waitFor()
  expect(await axe(page)).toEqual([])
  await chooseInChartMenu(page, 'Show as table')
  const rows = page.getByRole('region', { name: /as a table$/ }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(DAYS)

  // It can be added to a chart of a device.
  await page.getByLabel('Device', { exact: true }).selectOption({ label: 'North end' })
  await page.getByLabel('Add a series').locator('optgroup[label="San Marzano"] option').waitFor({ state: 'attached' })

  await page.goto(new URL('/rules/new', page.url()).href)
  await page.getByLabel('Device', { exact: true }).selectOption({ label: 'San Marzano' })
  expect(await page.getByLabel('Quantity', { exact: true }).locator('option').allInnerTexts()).toEqual(['Degree days'])
  // The value of a day is not held.
  await page.getByRole('button', { name: 'Hold: the first reading on', exact: true }).waitFor()
  const limit = page.getByRole('slider', { name: 'Limit', exact: true })
  await limit.press('Enter')
  await page.getByRole('textbox', { name: 'Limit, number', exact: true }).fill('150')
  await page.keyboard.press('Enter')
  await limit.press('ArrowUp')
  expect(await limit.getAttribute('aria-valuetext')).toBe('160\u00a0°C·d')
  expect(await axe(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await page.getByText('Device condition created').waitFor()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'San Marzano' })
  await row.getByText('≥ 160 °C·d').waitFor()

  // The newest day has reached it.
  await page.goto(new URL('/alerts', page.url()).href)
  await page.getByRole('main').getByText('San Marzano').first().waitFor()
  expect(faults).toEqual([])
})

async function plantTomato(grower: Grower, placeId: string, at: number): Promise<string> {
  const body = { plantName: 'San Marzano', plantType: 'Vegetable', planted: toTimestamp(at) }
  const { plantId } = await grower.call(plantRoutes.create, { body })
  await grower.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId, speciesId: TOMATO } })
  return plantId
}

/** Sends 12 and 24 °C of each day from a midnight on. */
async function measureSince(grower: Grower, placeId: string, from: number): Promise<void> {
  const device = await addDevice(grower, 'North end')
  await grower.call(placeRoutes.moveDevice, { params: { deviceId: device.deviceId }, body: { placeId } })
  const readings: Array<{ time: string; temperature: number }> = []
  for (let at = from; at < Date.now(); at += HOUR_MS / 2)
    readings.push({ time: toTimestamp(at), temperature: (at - from) % DAY_MS < DAY_MS / 2 ? 12 : 24 })
  await sendReadings(application.server.url, device, readings)
}

/** A server stores the days that are missing when it starts, and then after midnight. */
async function storeDays(grower: Grower): Promise<void> {
  await application.server.stop()
  await application.server.start()
  const stored = async () => (await grower.call(seriesRoutes.newest)).find(({ plant }) => plant)?.newest?.value
  await expect.poll(stored, { timeout: 20_000 }).toBe(DAYS * OF_DAY)
}
