import type { Page } from 'playwright-core'

export type Theme = 'light' | 'dark'

/** Sets the theme of an open page, as the system of a visitor or another tab of a member would. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((chosen) => {
    const key = 'greenhouse.theme'
    if (localStorage.getItem(key) === null) return
    localStorage.setItem(key, chosen)
    dispatchEvent(new StorageEvent('storage', { key }))
  }, theme)
  await page.locator(`html[data-theme=${theme}]`).waitFor()
}
