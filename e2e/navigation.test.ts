import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const current = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')

test('a link shows its screen, marks it and moves the focus there; Back and Forward lead through the history', async () => {
  const { page, faults } = await application.openAs(grower, '/plants')
  await heading(page, 'Plants')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('link', { name: 'Weather' }).click()
  await page.waitForURL('**/weather')
  await expect.poll(() => current(page).allTextContents()).toEqual(['Weather'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(() => page.title()).toContain('Weather')

  // A repeated link adds no history entry.
  await page.getByRole('link', { name: 'Weather' }).click()
  await page.goBack()
  await heading(page, 'Plants')
  expect(await current(page).allTextContents()).toEqual(['Plants'])
  await page.goForward()
  await page.waitForURL('**/weather')
  expect(faults).toEqual([])
})

test('a link opens in a new tab with a modifier key or the middle button', async () => {
  const { page } = await application.openAs(grower, '/plants')
  await heading(page, 'Plants')
  for (const click of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Alerts', exact: true }).click(click),
    ])
    await opened.waitForURL('**/alerts')
    expect(new URL(page.url()).pathname).toBe('/plants')
    await opened.close()
  }
})

test('an address opens its screen with its query, or the page for an unknown address', async () => {
  const { page } = await application.openAs(grower, '/myalertcondition?view=devices')
  await expect.poll(() => page.getByRole('checkbox', { name: 'View Device Condition' }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'View Device Condition' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.goto('/signin')
  await page.waitForURL(`${application.server.url}/`)
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Return back' }).click()
  await page.waitForURL(`${application.server.url}/`)
})

test('a visitor is led to the login, and its link shows the login again', async () => {
  const { page } = await application.visit()
  await page.goto('/plants')
  await page.waitForURL('**/signin')
  await page.getByRole('form', { name: 'Login' }).waitFor()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('form', { name: 'Register' }).waitFor()
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('form', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/signin')
})
