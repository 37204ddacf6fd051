import { plantRoutes, settingRoutes } from '@greenhouse/contract'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { settled } from './settled.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
  await addDevice(grower, 'Shelf')
  await grower.call(plantRoutes.create, { body: { plantName: 'Fern', plantType: 'Fern' } })
})

test('the navigation marks only the current page in forced colours', async () => {
  const { page } = await application.openAs(grower, '/plants')
  await settled(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const lineOf = (link: Locator) => link.evaluate((element) => getComputedStyle(element).borderBottomColor)
  const canvas = await page.evaluate(() => {
    document.body.style.outlineColor = 'Canvas'
    return getComputedStyle(document.body).outlineColor
  })
  expect(await lineOf(navigation.getByRole('link', { name: 'History' }))).toBe(canvas)
  expect(await lineOf(navigation.getByRole('link', { name: 'Plants' }))).not.toBe(canvas)
})

test('a print has no controls of the screen, and nothing is cut off', async () => {
  const { page } = await application.openAs(grower, '/plants', { viewport: { width: 720, height: 1000 } })
  await page.getByRole('article').waitFor()
  await page.emulateMedia({ media: 'print' })
  const screenOnly = [
    page.getByRole('searchbox'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Add a plant' }),
  ]
  for (const one of screenOnly) expect(await one.isVisible()).toBe(false)
  await page.goto('/weather')
  const hours = page.getByRole('region', { name: 'Temperature, °C' })
  await hours.waitFor()
  expect(await hours.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('shows the theme of forced colours, and the chosen one again afterwards', async () => {
  await grower.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: true } })
  const forced = { colorScheme: 'light', forcedColors: 'active' } as const
  const { page, faults } = await application.openAs(grower, '/', forced)
  const shows = (theme: string) => page.locator(`html[data-theme=${theme}]`).waitFor()
  await shows('light')
  await page.emulateMedia({ forcedColors: 'none' })
  await shows('dark')
  await page.emulateMedia({ forcedColors: 'active' })
  await shows('light')
  await page.reload()
  await shows('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shows('dark')
  await grower.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: false } })
  expect(faults).toEqual([])
})

test('the pages of a visitor keep the chosen format after signing out', async () => {
  const { page } = await application.openAs(grower, '/profile', { locale: 'en-US' })
  await grower.call(settingRoutes.set, { params: { settingName: 'browserformat' }, body: { value: true } })
  await page.reload()
  await page.getByText(/For example 11\/20\/2026/).waitFor()
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/signin')
  await page.getByRole('button', { name: 'Register' }).click()
  expect(await page.getByLabel('Birthday', { exact: true }).getAttribute('placeholder')).toBe('mm/dd/yyyy')
})
