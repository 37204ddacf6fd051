import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses every retry until none is left; a screen may retry by itself and remove the button. */
export async function askAgain(
  page: Page,
  wayOn: string,
  left: (tries: Locator) => Promise<number> = (tries) => tries.count(),
): Promise<void> {
  const tries = page.getByRole('button', { name: wayOn, exact: true })
  const press = async () => {
    for (const one of await tries.all()) await one.click({ timeout: 1000 }).catch(() => undefined)
    return left(tries)
  }
  await expect.poll(press).toBe(0)
}
