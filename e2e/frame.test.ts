import { plantRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Grower } from '../testing/growers.ts'
import { PHONE, WIDE } from './browser.ts'
import { useApplication } from './application.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
})

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Returns how far the document is wider than the window, in pixels. */
const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test.each([
  [320, 568],
  [390, 844],
  [640, 480],
  [768, 1024],
  [834, 1112],
  [844, 390],
  [1023, 768],
])('a page of %i × %i has a tab bar, the rest below More, and the menu of the account', async (width, height) => {
  const { page, faults } = await application.openAs(grower, '/', {
    viewport: { width, height },
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await main(page).getByRole('link').allTextContents()).toEqual(['Dashboard', 'Plants', 'History', 'Alerts'])
  expect(await overhang(page)).toBeLessThanOrEqual(0)

  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await sheet.getByRole('link', { name: 'Devices' }).waitFor()
  expect(await sheet.getByRole('link').allTextContents()).toEqual(['Weather', 'Devices'])
  await sheet.getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('heading', { level: 1, name: 'My devices' }).waitFor()
  await sheet.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: /^Your menu/ }).click()
  const menu = page.getByRole('menu', { name: 'Your menu' })
  const entries = await menu.getByRole('menuitem').allTextContents()
  expect(entries).toEqual([
    'Settings',
    'Household',
    'Places',
    'Notifications',
    'My alert condition',
    'My device',
    'Logout',
  ])
  const box = await menu.boundingBox()
  expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([true, true])
  expect(faults).toEqual([])
})

test.each([1024, 1280, 1920])('the header at %i pixels holds every link and the menu of the account', async (width) => {
  const { page } = await application.openAs(grower, '/plants', { viewport: { width, height: 900 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const links = ['Dashboard', 'Plants', 'Alerts', 'History', 'Weather', 'Devices']
  expect(await main(page).getByRole('link').allTextContents()).toEqual(links)
  await page.getByRole('button', { name: /^Your menu/ }).click({ trial: true })
  expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  // The mark is above the title at any width.
  const mark = await page.getByRole('link', { name: 'Greenhouse' }).boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(mark?.x).toBe(title?.x)
})

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('a toast covers nothing of the header or the tab bar (%s)', async (_name, viewport) => {
  const { page } = await application.openAs(grower, '/plants', { viewport })
  const plant = { plantName: 'Lemon', plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  const { plantId } = await grower.call(plantRoutes.create, { body: plant })
  await page.reload()
  await page.route('**/api/care', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Water Lemon' }).click()
  const toast = await page.getByRole('alert').boundingBox()
  const header = await page.getByRole('banner').boundingBox()
  expect(toast?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0))
  await main(page).getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
  await grower.call(plantRoutes.remove, { query: { plantId } })
})

test('a toast is at most 350 pixels wide, and leaves the search and the buttons of a phone free', async () => {
  const plant = { plantName: `Lemon ${'x'.repeat(80)}`, plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  const { plantId } = await grower.call(plantRoutes.create, { body: plant })
  for (const viewport of [WIDE, PHONE]) {
    const { page } = await application.openAs(grower, '/plants', { viewport })
    // A card offers it in its place, without a toast.
    await page.getByRole('button', { name: plant.plantName, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Water', exact: true }).click()
    await page.keyboard.press('Escape')
    const toast = page.getByRole('region', { name: 'Messages' }).locator('> div')
    await toast.first().waitFor()
    const { x, y, width, height } = await toast.first().evaluate((element) => element.getBoundingClientRect())
    expect(width).toBe(350)
    // At the lower left, and in the middle of a phone.
    expect(x).toBe(viewport === PHONE ? (viewport.width - 350) / 2 : 24)
    if (viewport === PHONE) {
      const tabs = await main(page).evaluate((element) => element.getBoundingClientRect())
      expect(y + height).toBeLessThan(tabs.top)
      for (const free of [page.getByRole('searchbox'), page.getByRole('button', { name: 'More for plants' })]) {
        const { bottom } = await free.evaluate((element) => element.getBoundingClientRect())
        expect(bottom).toBeLessThan(y)
      }
    }
  }
  await grower.call(plantRoutes.remove, { query: { plantId } })
})
