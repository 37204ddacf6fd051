import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until an open page is reconnected, pressing Retry once its connection has given up. */
export async function untilConnected(page: Page): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry', exact: true })
  const notice = page.getByText(/^(Connection lost|Offline)/).filter({ visible: true })
  const isBack = async () => {
    // It may have disappeared.
    if (await retry.isVisible()) await retry.click({ timeout: 1000 }).catch(() => undefined)
    return (await notice.count()) === 0
  }
  await expect.poll(isBack).toBe(true)
}
