import type { Page } from 'playwright-core'

/** Chooses an entry of the menu of a chart. The menu stays open after a switch. */
export async function chooseInChartMenu(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menu', { name: 'Chart menu' }).getByText(name, { exact: true })
  await page.getByRole('button', { name: 'Chart menu' }).click()
  await entry.click()
  if (await entry.isVisible()) await page.keyboard.press('Escape')
}
