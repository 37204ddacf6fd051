import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { openAs, WIDE } from './browser.ts'
import { withHotNoons } from './hot-noons.ts'

const application = useApplication()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('the sentence, other limits and Save are in sight at once, and a menu asks before the page is left', async () => {
  const grower = await application.register('Hal')
  const series = await withHotNoons(application.server.url, grower)
  const { page } = await application.visit()
  await page.addInitScript(() => sessionStorage.setItem('greenhouse.banner', 'yes'))
  await openAs(page, grower, `/rules/new?series=${series.seriesId}`)
  await page
    .getByRole('status')
    .getByText(/^would have fired/)
    .waitFor({ state: 'attached' })
  const save = await button(page, 'Save rule').boundingBox()
  expect((save?.y ?? Infinity) + (save?.height ?? 0)).toBeLessThanOrEqual(WIDE.height)
  for (const part of [button(page, /^Ends at: /), page.getByRole('group', { name: 'Other limits' })]) {
    const box = await part.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0)
  }
  await page.getByRole('slider', { name: 'Limit' }).press('ArrowUp')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await button(page, 'Leave').click()
  await page.waitForURL('**/profile')
})
