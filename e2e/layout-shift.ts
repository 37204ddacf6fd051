import type { Page } from 'playwright-core'

/** The share of a screen that may move by the share of a screen. */
const SHIFT_MAX = 0.02

/** Counts what moves from the first paint on, and hides the announcement. To be called before the page is opened. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    sessionStorage.setItem('greenhouse.banner', 'yes')
    const shift = { sum: 0, nodes: [] as string[] }
    Object.assign(window, { shift })
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly sources: ReadonlyArray<{ readonly node: Node | null }>
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        shift.sum += entry.value
        shift.nodes.push(...entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns what moved and how much, if that is too much. */
export async function movedOn(page: Page): Promise<string[]> {
  const { sum, nodes } = (await page.evaluate('window.shift')) as { sum: number; nodes: string[] }
  return sum <= SHIFT_MAX ? [] : [String(sum), ...nodes]
}
