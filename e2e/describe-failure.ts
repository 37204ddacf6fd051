import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

/** Bounds the text of a page and the failed requests. */
const TEXT_MAX = 1500
const REQUESTS_MAX = 10

// A journey fails by a timeout: the text of the page and the refused requests explain it.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [page, { failures }] of openPages) {
    const text = await page.locator('body').innerText({ timeout: 2000 }).catch(String)
    const requests = failures.slice(-REQUESTS_MAX).map((line) => `  ${line}`)
    console.error([`${page.url()} shows:`, text.slice(0, TEXT_MAX), ...requests].join('\n'))
  }
})
