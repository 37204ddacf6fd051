import { documentationPaths } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'

const application = useApplication()

test.each([
  ['light', WIDE],
  ['dark', WIDE],
  ['light', PHONE],
  ['dark', PHONE],
] as const)(
  'the page of the API breaks no rule of accessibility, and fits, %s at %o',
  async (colorScheme, viewport) => {
    const { page, faults } = await application.visit({ colorScheme, viewport })
    await page.goto(documentationPaths.page)
    await page.getByRole('heading', { name: 'The API of Greenhouse' }).waitFor()
    await page
      .locator('#examples details, #plant details')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    // Its commands name the address that the page was opened under.
    expect(await page.locator('#plant\\.water .request').textContent()).toContain(application.server.url)
    expect(faults).toEqual([])
    await page.context().close()
  },
)
