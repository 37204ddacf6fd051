import { weatherRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { axe, openAs } from './browser.ts'
import { useApplication } from './application.ts'
import { settled } from './settled.ts'

const application = useApplication()
const AWAY = 'The weather service can’t be reached. Greenhouse tries again every 10 minutes; everything else works.'

test('the forecast shows tonight, 24 hours in three tabs, and ten days with their frost', async () => {
  const grower = await application.register('Asta')
  // A place without a cached forecast of the last hour.
  await grower.call(weatherRoutes.setPlace, { body: { name: 'Ribe', latitude: 55.33, longitude: 8.76 } })
  const { page, faults } = await application.visit()
  await openAs(page, grower, '/weather')
  // Until ten in the morning the last night is the first.
  await page.getByRole('region', { name: /^(?:Tonight|Last night) [−\d,]+ °C outside, about / }).waitFor()
  for (const [tab, region] of [
    ['Temperature', 'Temperature, °C'],
    ['Rain %', 'Chance of rain, %'],
    ['Wind', 'Wind, metres per second'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const hours = page.getByRole('region', { name: region, exact: true })
    await expect.poll(() => hours.getByRole('listitem').count()).toBe(24)
    expect(await hours.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  }
  const days = page.getByRole('region', { name: 'Ten days' }).getByRole('listitem')
  const texts = await days.allTextContents()
  expect(texts.map((text) => text.includes('frost'))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
    true,
    false,
    false,
    false,
  ])
  expect(texts[6]).toContain('snow')
  expect(await axe(page)).toEqual([])
  // The name of a place is not broken beside the plot.
  await page.setViewportSize({ width: 1024, height: 768 })
  const lines = await page.getByRole('rowheader', { name: /^Outdoors/ }).evaluate((cell) => {
    const name = document.createRange()
    if (cell.firstChild) name.selectNodeContents(cell.firstChild)
    return name.getClientRects().length
  })
  expect(lines).toBe(1)
  expect(faults).toEqual([])
})

test('a remembered forecast says how old it is, on the page and on the dashboard', async () => {
  const grower = await application.register('Bo')
  const forecast = await grower.call(weatherRoutes.forecast)
  const fetchedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const { page } = await application.visit()
  // As restored by the browser, without a mark of its age.
  await page.route('**/GetForecast', (route) => route.fulfill({ json: { ...forecast, fetchedAt } }))
  await openAs(page, grower, '/weather')
  await page.getByText(/^Copenhagen, forecast of .*, 3.h old$/).waitFor()
  await page.getByRole('alert').getByText(AWAY).waitFor()
  await settled(page)
  expect(await page.getByRole('region', { name: 'Now', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('article', { name: 'Outdoor temperature' }).getByText('Copenhagen, 3 hours ago').waitFor()
})

test('an unavailable weather service is reported in one place, and the cards of the dashboard lead there', async () => {
  const grower = await application.register('Cem')
  // A place without a cached forecast.
  await grower.call(weatherRoutes.setPlace, { body: { name: 'Skagen', latitude: 57.72, longitude: 10.58 } })
  const { weather } = application.server
  const documented = weather.answer
  onTestFinished(() => void (weather.answer = documented))
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
  weather.answer = (_request, response) => void refused.then(() => response.writeHead(500).end())
  const { page, faults } = await application.visit()
  await openAs(page, grower, '/')
  const card = page.getByRole('article', { name: 'Outdoor temperature' })
  await card.getByText('–', { exact: true }).waitFor()
  await card.getByText('Loading…').waitFor()
  refuse()
  await card.getByText('Weather service can’t be reached').waitFor()
  await page.getByText('Failed to load: weather').waitFor()
  await page.getByText('Failed to load: weather').waitFor({ state: 'detached' })
  await card.getByRole('link').click()
  await page.waitForURL('**/weather')
  await page.getByRole('alert').getByText('Weather fetch failed').waitFor()
  await page.getByRole('alert').getByText(AWAY).waitFor()
  await settled(page)
  expect(await page.getByRole('status').filter({ hasText: 'fetch failed' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Search city' }).pressSequentially('Aarhus')
  await page.getByRole('search').getByText(AWAY).waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.getByText('Weather error').count()).toBe(0)
  // The cards keep the message during a retry.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await card.getByText('Weather service can’t be reached').waitFor()
  expect(faults).toEqual([])
})
