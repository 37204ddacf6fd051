import { DAY_MS, plantRoutes } from '@greenhouse/contract'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openAs, openBrowser, PHONE, visit } from '../e2e/browser.ts'
import { register, type Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { medianAtMost, type Bench } from './result.ts'

const PLANTS = 200
/** How many times slower than this machine the simulated phone is, as in Lighthouse. */
const SLOWDOWN = 4
const RUNS = 3
const LONGEST_MS = 150
/** Browsers report no event that is shorter. */
const SHORTEST_MS = 16
/** Longer than the page works after an interaction. */
const REST_MS = 400

interface Phone {
  readonly page: Page
  readonly session: CDPSession
}

/** Interactions in order, each on the page that the previous one opened. */
const ACTIONS: ReadonlyArray<readonly [what: string, act: (phone: Phone) => Promise<void>]> = [
  ['open a plant', (phone) => tap(phone, 'Plant 3')],
  ['close it', (phone) => tap(phone, 'Close')],
  ['open the form', (phone) => tap(phone, 'Add a plant')],
  ['cancel it', (phone) => tap(phone, 'Cancel')],
  ['go to the search', (phone) => tap(phone, 'Search plants')],
  ['search, the slowest key', search],
  ['clear the search', clear],
  ['view the dead', (phone) => tap(phone, 'View dead')],
  ['water a plant', (phone) => tap(phone, 'Water Plant 3')],
  ['undo that', (phone) => tap(phone, 'Undo')],
  ['water all', (phone) => tap(phone, 'Water all plants')],
]

export const interactionsBench: Bench = {
  name: 'interactions',
  how: `A phone (${PHONE.width} pixels wide, its processor ${SLOWDOWN} times slower than this machine) shows ${PLANTS} plants, and a person uses the page. The time from a tap or key to the next frame counts, as PerformanceObserver reports it in steps of 8 ms; what is reported as shorter than ${SHORTEST_MS} ms counts as ${SHORTEST_MS}. The median of ${RUNS} runs.`,
  async run() {
    const browser = await openBrowser()
    const server = await startServer()
    try {
      const grower = await register(server.url)
      await addPlants(grower)
      const durations = ACTIONS.map((): number[] => [])
      for (let run = 0; run < RUNS; run++) {
        const measured = await useThePage(browser, server.url, grower)
        measured.forEach((duration, index) => durations[index]?.push(duration))
      }
      return ACTIONS.map(([what], index) => medianAtMost(what, durations[index] ?? [], LONGEST_MS, 'ms'))
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function addPlants({ call }: Grower): Promise<void> {
  for (let index = 0; index < PLANTS; index++) {
    const lastWatered = new Date(Date.now() - (index % 12) * DAY_MS).toISOString()
    const body = {
      plantName: `Plant ${index}`,
      plantType: 'Herb',
      waterEvery: 7,
      lastWatered,
      isDead: index % 50 === 49,
    }
    await call(plantRoutes.create, { body })
  }
}

/** Returns the time that each action took, in milliseconds. */
async function useThePage(browser: Browser, url: string, grower: Grower): Promise<number[]> {
  const { page } = await visit(browser, url, { viewport: PHONE, hasTouch: true, deviceScaleFactor: 3 })
  const session = await page.context().newCDPSession(page)
  await page.addInitScript(`
    globalThis.interactions = []
    new PerformanceObserver((list) => interactions.push(...list.getEntries().filter((one) => one.interactionId > 0)))
      .observe({ type: 'event', durationThreshold: ${SHORTEST_MS} })
  `)
  await openAs(page, grower, '/plants')
  while (!(await page.evaluate<boolean>(`document.querySelector('article') !== null`))) await wait(REST_MS)
  await slowDown(session, SLOWDOWN)
  await longestInteraction(page)
  const durations = []
  for (const [, act] of ACTIONS) {
    await act({ page, session })
    durations.push(await longestInteraction(page))
  }
  await page.context().close()
  return durations
}

/** Returns the longest interaction since the last call, once the page is idle. */
async function longestInteraction(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
  const durations = await page.evaluate<number[]>('interactions.splice(0).map(({ duration }) => duration)')
  return Math.max(SHORTEST_MS, ...durations)
}

/**
 * Taps the middle of a named button or field. Playwright would add listeners to the page for every tap, which would be
 * measured.
 */
async function tap({ page, session }: Phone, name: string): Promise<void> {
  await slowDown(session, 1)
  const [x, y] = await page.evaluate<[number, number]>(`(() => {
    const named = ${JSON.stringify(name)}
    const element = [...document.querySelectorAll('button, input')].find((one) =>
      one.checkVisibility() && [one.textContent.trim(), one.ariaLabel, one.placeholder].includes(named))
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  })()`)
  await slowDown(session, SLOWDOWN)
  await page.waitForTimeout(REST_MS)
  await page.touchscreen.tap(x, y)
}

async function search({ page }: Phone): Promise<void> {
  await page.keyboard.type('plant 19', { delay: 200 })
  const typed = await page.evaluate<string>(`document.querySelector('input[type=search]').value`)
  if (typed !== 'plant 19') throw new Error('Nothing was searched for')
}

async function clear({ page }: Phone): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await longestInteraction(page)
  await page.keyboard.press('Backspace')
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
