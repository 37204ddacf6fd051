import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Grower } from '../testing/growers.ts'

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM']
  if (executablePath === undefined) throw new Error('CHROMIUM names no browser; npm test finds or installs one')
  return chromium.launch({ executablePath, args: SWITCHES })
}

export interface Visit {
  readonly page: Page
  /** Script errors, dialogs and violations of the security policy. */
  readonly faults: string[]
}

/** The pages that are open, each with the requests that failed, so that a failed journey can be understood. */
export const openPages = new Map<Page, string[]>()

function rememberFailures(page: Page): void {
  const failures: string[] = []
  openPages.set(page, failures)
  page.on('close', () => openPages.delete(page))
  page.on('response', (reply) => {
    if (reply.status() >= 400) failures.push(`${reply.status()} ${reply.request().method()} ${reply.url()}`)
  })
  page.on('requestfailed', (request) => failures.push(`${request.failure()?.errorText ?? 'failed'} ${request.url()}`))
}

/** Opens a page of a new visitor, without token or settings. */
export async function visit(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL,
    viewport: WIDE,
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    ...options,
  })
  const page = await context.newPage()
  rememberFailures(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(`policy: ${message.text()}`)
  })
  return { page, faults }
}

/** Opens a page as somebody who signed in here before. */
export async function openAs(page: Page, { token }: Pick<Grower, 'token'>, path: string): Promise<void> {
  await page.addInitScript((stored) => localStorage.setItem('greenhouse.token', stored), token)
  await page.goto(path)
}

/** The rules of accessibility that the page breaks, each with the elements at fault. */
export async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
