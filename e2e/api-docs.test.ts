import { documentationPaths } from '@greenhouse/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { axe, openBrowser, PHONE, visit, WIDE } from './browser.ts'

let browser: Browser
let server: RunningServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer()])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test.each([
  ['light', WIDE],
  ['dark', WIDE],
  ['light', PHONE],
  ['dark', PHONE],
] as const)(
  'the page of the API breaks no rule of accessibility, and fits, %s at %o',
  async (colorScheme, viewport) => {
    const { page, faults } = await visit(browser, server.url, { colorScheme, viewport })
    await page.goto(documentationPaths.page)
    await page.getByRole('heading', { name: 'The API of Greenhouse' }).waitFor()
    await page
      .locator('#examples details, #plant details')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    // Its commands name the address that the page was opened under.
    expect(await page.locator('#plant\\.water .request').textContent()).toContain(server.url)
    expect(faults).toEqual([])
    await page.context().close()
  },
)
