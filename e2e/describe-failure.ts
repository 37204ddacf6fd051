import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

/** Of what a page shows, and of the requests that failed. */
const TEXT_MAX = 1500
const REQUESTS_MAX = 10

// A journey fails by waiting in vain. What the page showed instead, and what the server refused, says why.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [page, { failures }] of openPages) {
    const text = await page.locator('body').innerText({ timeout: 2000 }).catch(String)
    const requests = failures.slice(-REQUESTS_MAX).map((line) => `  ${line}`)
    console.error([`${page.url()} shows:`, text.slice(0, TEXT_MAX), ...requests].join('\n'))
  }
})
