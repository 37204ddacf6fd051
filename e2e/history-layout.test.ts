import { beforeAll, expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, openAs, PHONE, WIDE } from './browser.ts'
import { movedOn, watchShift } from './layout-shift.ts'
import { settled } from './settled.ts'

const TABS_MAX = 10

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
  const device = await addDevice(grower, 'Tomato house', { waitTime: '600' })
  const readings = Array.from({ length: 1000 }, (_, index) => ({
    temperature: 15 + 8 * Math.sin(index / 20),
    humidity: 60,
    timestamp: new Date(Date.now() - index * 600_000).toISOString(),
  }))
  await sendReadings(application.server.url, device, readings)
})

test.each([
  ['wide', WIDE, 241, 260, 540],
  ['phone', PHONE, 320, 320, 320],
] as const)('the chart begins high on a %s screen, and nothing moves', async (_, viewport, drawn, most, height) => {
  const { page, faults } = await application.visit({ viewport })
  await watchShift(page)
  await openAs(page, grower, '/history')
  const plot = page.getByRole('application')
  await plot.locator('.u-over').waitFor()
  await settled(page)
  await expect.poll(async () => (await plot.locator('.u-over').boundingBox())?.height).toBeGreaterThan(200)
  const y = (await plot.locator('.u-over').boundingBox())?.y ?? Infinity
  expect(y).toBeLessThanOrEqual(most)
  expect(Math.abs(y - drawn)).toBeLessThanOrEqual(4)
  expect((await plot.boundingBox())?.height).toBe(height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  expect(await movedOn(page)).toEqual([])
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the chart is ten tabs away, and its keys zoom and move the range', async () => {
  const { page } = await application.openAs(grower, '/history?range=7d')
  await page.getByRole('application').locator('.u-over').waitFor()
  await page.locator('main').focus()
  const passed: string[] = []
  while (passed.length <= TABS_MAX && passed.at(-1) !== 'application') {
    await page.keyboard.press('Tab')
    passed.push(
      await page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? ''),
    )
  }
  expect(passed.at(-1)).toBe('application')
  expect(passed.length).toBeLessThanOrEqual(TABS_MAX)
  const { keyboard } = page
  await keyboard.press('+')
  await page.waitForURL(/zoom=/)
  await keyboard.press('-')
  await expect.poll(() => page.url()).not.toContain('zoom=')
  await keyboard.press('[')
  await page.waitForURL(/end=\d+/)
  await keyboard.press(']')
  await expect.poll(() => page.url()).not.toContain('end=')
  // Arrows move along the presets, which are one of the stops.
  await page.getByRole('button', { name: '7 d' }).focus()
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await page.waitForURL(/range=30d/)
})

test('the dates open by their button, and print leaves the controls out', async () => {
  const { page } = await application.openAs(grower, '/history')
  await page.getByRole('button', { name: '30 d', pressed: true }).waitFor()
  await page.getByRole('button', { name: /^From \d\d\/\d\d(?:\/\d{4})? – \d\d\/\d\d\/\d{4}, change$/ }).click()
  await page.getByLabel('From', { exact: true }).fill('01/01/2020')
  await page.getByLabel('To', { exact: true }).fill('02/01/2020')
  await page.getByText('No data available for the selected date range.').waitFor()
  await page.getByRole('button', { name: /^Go to \d\d\/\d\d$/ }).click()
  await page.getByRole('application').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const control of [
    page.getByLabel('Device', { exact: true }),
    page.getByLabel('From', { exact: true }),
    page.getByRole('tablist'),
  ])
    expect(await control.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  const fill = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await fill('Custom')).not.toBe(await fill('24 h'))
})

test('the first day is shown from its first reading, and a lone reading has its value beside it', async () => {
  const newcomer = await application.register('Bo')
  const device = await addDevice(newcomer, 'Shelf')
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await sendReadings(application.server.url, device, [{ temperature: 20, timestamp: at(23) }])
  const { page, faults } = await application.openAs(newcomer, '/history')
  await page.getByRole('application', { name: /1 series, highest 20,0/ }).waitFor()
  await sendReadings(application.server.url, device, [{ temperature: 21 }])
  await page.getByText(/^2[34]\u00a0min so far\. The plot opens on the time since the first reading/).waitFor()
  await page
    .getByRole('button', { name: /, change$/ })
    .filter({ hasText: /^Since \d\d\.\d\d/ })
    .waitFor()
  expect(faults).toEqual([])
})
