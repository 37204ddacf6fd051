import { documentationPaths } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'
import { TEST_ALL } from '../testing/test-run.ts'

const application = useApplication()

const CONTRAST = ['color-contrast']
const SIZES = ['target-size']

test.each([
  ['light', WIDE, undefined],
  ['dark', WIDE, CONTRAST],
  ['light', PHONE, SIZES],
  ['dark', PHONE, SIZES],
] as const)(
  'the page of the API breaks no rule of accessibility, and fits, %s at %o',
  async (colorScheme, viewport, rules) => {
    const { page, faults } = await application.visit({ colorScheme, viewport })
    await page.goto(documentationPaths.page)
    await page.getByRole('heading', { name: 'The API of Greenhouse' }).waitFor()
    await page
      .locator('#examples details, #plant details')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    expect(await axe(page, TEST_ALL ? undefined : rules)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    // Its commands name the address that the page was opened under.
    expect(await page.locator('#plant\\.water .request').textContent()).toContain(application.server.url)
    expect(faults).toEqual([])
  },
)
