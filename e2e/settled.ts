import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pendingOf } from './browser.ts'

/** Waits until a page is idle: its title, all replies, no placeholder, and nothing left to compute. */
export async function settled(page: Page): Promise<void> {
  // The prerendered page is shown until then.
  await page.locator('[data-root]').first().waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => isAtRest(page)).toEqual({ pending: [], loading: 0 })
}

async function isAtRest(page: Page) {
  const before = pendingOf(page)
  const loading =
    before.length > 0
      ? 0
      : await page.evaluate(async () => {
          for (let turn = 0; turn < 2; turn++) {
            await new Promise((resolve) => requestAnimationFrame(resolve))
            await new Promise((resolve) => requestIdleCallback(resolve))
          }
          const places = document.querySelectorAll('.skeleton, [aria-busy=true]')
          return [...places].filter((place) => place.checkVisibility()).length
        })
  return { pending: [...new Set([...before, ...pendingOf(page)])], loading }
}
