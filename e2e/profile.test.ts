import { createClient, readingRoutes, settingRoutes } from '@greenhouse/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, register } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { axe, openAs, openBrowser, visit } from './browser.ts'

let browser: Browser
let server: RunningServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test('settings are kept after a reload: Celsius, Dark Theme, Confirm Water Dialog, format and clock', async () => {
  const grower = await register(server.url, 'Ida')
  const { deviceToken } = await addDevice(grower, 'Tomato house')
  const board = createClient({ origin: server.url, token: deviceToken })
  await board.call(readingRoutes.send, { body: [{ temperature: 21.5, humidity: 63, airPressure: 1013.2 }] })
  const { page, faults } = await visit(browser, server.url, { locale: 'en-US' })
  await openAs(page, grower, '/profile')

  const names = ['Celsius', 'Dark Theme', 'Confirm Water Dialog'] as const
  const toggles = () =>
    Promise.all(names.map((name) => page.getByRole('switch', { name }).getAttribute('aria-checked')))
  await expect.poll(toggles).toEqual(['true', 'false', 'false'])
  await page.getByText('For example 20/11/2026, 21.41 and 1.013,2 hPa.').waitFor()
  for (const name of names) await page.getByRole('switch', { name }).click()
  await page.getByLabel('Dates and numbers').selectOption({ label: 'As in this browser (en-US)' })
  await page.getByText('For example 11/20/2026, 21:41 and 1,013.2 hPa.').waitFor()
  await page.getByLabel('Clock').selectOption('12 hours, AM and PM')
  await page.getByText('For example 11/20/2026, 9:41 PM and 1,013.2 hPa.').waitFor()
  const set = { celsius: false, darkTheme: true, confirmDialog: true, browserFormat: true, twelveHours: true }
  await expect.poll(() => grower.call(settingRoutes.get)).toMatchObject(set)
  expect(await axe(page)).toEqual([])

  await page.reload()
  await expect.poll(toggles).toEqual(['false', 'true', 'true'])
  await page.getByText('For example 11/20/2026, 9:41 PM and 1,013.2 hPa.').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')

  // 21.5 °C, in the browser's own format.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('70.7', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  expect(await page.getByLabel('From', { exact: true }).getAttribute('placeholder')).toBe('mm/dd/yyyy')
  expect(faults).toEqual([])
  await page.context().close()
})
