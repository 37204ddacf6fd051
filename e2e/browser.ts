import axeCore, { type RunOptions } from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core'
import type { Grower } from '../testing/growers.ts'
import { PATIENT } from '../testing/test-run.ts'

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

export function openBrowser(executablePath = process.env['CHROMIUM']): Promise<Browser> {
  if (executablePath === undefined) throw new Error('CHROMIUM names no browser; npm test finds or installs one')
  return chromium.launch({ executablePath, args: SWITCHES })
}

export interface Visit {
  readonly page: Page
  /** Script errors, dialogs and violations of the security policy. */
  readonly faults: string[]
}

/** The requests of an open page. */
interface Traffic {
  readonly pending: Set<Request>
  readonly workers: Set<string>
  /** Failed requests, which explain a failed journey. */
  readonly failures: string[]
}

export const openPages = new Map<Page, Traffic>()

/** Returns pending requests. The browser may report no end for the script of a worker that has run. */
export function pendingOf(page: Page): string[] {
  const { pending = [], workers } = openPages.get(page) ?? {}
  return [...pending].map((request) => request.url()).filter((url) => workers?.has(url) !== true)
}

function watchTraffic(page: Page): void {
  const [pending, workers, failures] = [new Set<Request>(), new Set<string>(), [] as string[]]
  openPages.set(page, { pending, workers, failures })
  page.on('worker', (worker) => workers.add(worker.url()))
  page.on('close', () => openPages.delete(page))
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('response', (reply) => {
    if (reply.status() >= 400) failures.push(`${reply.status()} ${reply.request().method()} ${reply.url()}`)
  })
  page.on('requestfailed', (request) => {
    pending.delete(request)
    failures.push(`${request.failure()?.errorText ?? 'failed'} ${request.url()}`)
  })
}

export interface Shown {
  /** Whether the dashboard has the note of the morning, which pushes the rest down for some hours of a day. */
  readonly hasMorning?: boolean
}

/** Opens a page of a new visitor, without token or settings. */
export async function visit(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
  { hasMorning = false }: Shown = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL,
    viewport: WIDE,
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    ...options,
  })
  context.setDefaultTimeout(PATIENT.timeout)
  if (!hasMorning) await context.addInitScript(hideMorning)
  const page = await context.newPage()
  watchTraffic(page)
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

/** Runs in the browser, as the button of the note does. */
function hideMorning(): void {
  // The first formatter of dates would take a slow phone 150 ms of what benches measure.
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  localStorage.setItem('greenhouse.morning', parts.map((part) => String(part).padStart(2, '0')).join('-'))
}

/** Opens a page as somebody who signed in here before. */
export async function openAs(page: Page, { token }: Pick<Grower, 'token'>, path: string): Promise<void> {
  await page.addInitScript((stored) => localStorage.setItem('greenhouse.token', stored), token)
  await page.goto(path)
}

/** Rules whose result depends on the theme, the width or the kind of pointer. */
export const OF_LOOKS = ['color-contrast', 'target-size']

/** Returns the violated rules of accessibility with their elements. */
export async function axe(page: Page, rules?: readonly string[]): Promise<string[]> {
  await stopped(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeCore.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  }
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axeCore }).axe.run(document, given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, options)
}

/** Waits until all finite animations have ended. */
async function stopped(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let all = running(); all.length > 0; all = running())
      await Promise.allSettled(all.map(({ finished }) => finished))
  })
}
