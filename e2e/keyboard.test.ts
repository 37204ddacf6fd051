import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, PASSWORD } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { settled } from './settled.ts'

const TABS_MAX = 80

const application = useApplication()

/** Presses Tab until a named element has the focus, with a visible outline. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return { name: '', outline: '' }
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement
          ? [...(element.labels ?? [])]
          : []
      const text =
        element.getAttribute('aria-label') ??
        (labels.map(({ textContent }) => textContent).join(' ') || element.textContent)
      return { name: text.trim(), outline: getComputedStyle(element).outlineStyle }
    })
    if (!name.test(found.name)) continue
    expect([found.name, found.outline]).toEqual([found.name, 'solid'])
    return
  }
  throw new Error(`Nothing named ${name} could be reached`)
}

test('every step works without a mouse: sign in, add a plant, water it, sign out', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.visit()
  const { keyboard } = page
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await tabTo(page, /^Skip to content$/)
  await tabTo(page, /^Login$/)
  await keyboard.press('Enter')
  await page.waitForURL('**/signin')
  await page.getByRole('form', { name: 'Login' }).waitFor()
  await tabTo(page, /^Email$/)
  await keyboard.type(grower.email)
  await tabTo(page, /^Password$/)
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await settled(page)

  await tabTo(page, /^Plants$/)
  await keyboard.press('Enter')
  await page.getByText('No plants found').waitFor()
  await tabTo(page, /^Add a plant$/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('Lemon')
  await tabTo(page, /^Type$/)
  await keyboard.type('Citrus')
  await keyboard.press('Enter')
  await page.getByText('Plant added').waitFor()
  // The dialog returns the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Add a plant')
  await tabTo(page, /^Water Lemon$/)
  await keyboard.press('Space')
  await page.getByText('In 7 day(s)').filter({ visible: true }).waitFor()

  await page.getByRole('link', { name: 'Greenhouse' }).first().focus()
  await tabTo(page, /^Your menu/)
  await keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Settings')
  await keyboard.press('ArrowUp')
  await expect.poll(focused).toBe('Logout')
  await keyboard.press('Enter')
  await page.waitForURL('**/signin')
  expect(faults).toEqual([])
})

test('reads charts and forecasts with arrow keys, and leaves a zoom by Escape', async () => {
  const grower = await application.register('Bo')
  const device = await addDevice(grower, 'Shelf')
  const now = Date.now()
  // The chart that is zoomed in has some, too.
  const readings = [16, 12, 8, 0].map((hours) => ({
    temperature: 20 + hours,
    humidity: 60,
    time: new Date(now - hours * 3_600_000).toISOString(),
  }))
  await sendReadings(application.server.url, device, readings)
  const { page, faults } = await application.openAs(grower, '/history?range=24h')
  const { keyboard } = page
  const chart = page.getByRole('application')
  await chart.waitFor()

  await tabTo(page, /^Temperature 20,0/)
  await keyboard.press('ArrowRight')
  await page.waitForURL(/tab=humidity/)
  await page.getByRole('application', { name: /^Humidity, / }).waitFor()
  await tabTo(page, /^Humidity, /)
  await keyboard.press('End')
  const spoken = page.locator('output.sr-only').filter({ hasText: '%' })
  await expect.poll(() => spoken.first().textContent()).toMatch(/60,0\u00a0%$/)
  await page.getByRole('link', { name: 'Greenhouse' }).first().focus()
  await tabTo(page, /^Chart menu$/)
  await keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toMatch(/^Compare with/)
  for (let press = 0; press < 3; press++) await keyboard.press('ArrowDown')
  expect(await focused()).toBe('Zoom in')
  await keyboard.press('Enter')
  await page.waitForURL(/zoom=\d+_\d+/)
  // The chart is drawn anew with finer points.
  await settled(page)
  await tabTo(page, /^Humidity, /)
  await keyboard.press('Escape')
  await expect.poll(() => page.url()).not.toContain('zoom=')
  await page.getByRole('link', { name: 'Greenhouse' }).first().focus()
  await tabTo(page, /^Earlier$/)
  await keyboard.press('Enter')
  await page.waitForURL(/end=\d+/)

  await page.getByRole('link', { name: 'Greenhouse' }).first().focus()
  await tabTo(page, /^Weather$/)
  await keyboard.press('Enter')
  await page.getByRole('region', { name: 'Now', exact: true }).waitFor()
  await tabTo(page, /^Temperature$/)
  await keyboard.press('ArrowRight')
  await page.getByRole('region', { name: 'Chance of rain, %' }).waitFor()
  await keyboard.press('End')
  await page.getByRole('region', { name: 'Wind, metres per second' }).waitFor()

  await page.getByRole('link', { name: 'Greenhouse' }).first().focus()
  await tabTo(page, /^Alerts/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
  expect(faults).toEqual([])
})
