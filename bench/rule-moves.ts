import { DAY_MS, MINUTE_MS, seriesRoutes } from '@greenhouse/contract'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openAs, openBrowser, PHONE, visit } from '../e2e/browser.ts'
import { trySendReadings } from '../testing/boards.ts'
import { addDevice, register, type Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { atMost, percentile, type Bench } from './result.ts'

const DAYS = 30
const INTERVAL_MS = MINUTE_MS
const READINGS = (DAYS * DAY_MS) / INTERVAL_MS
const READINGS_AT_ONCE = 500
const REST_MS = 500
const MOVES = 60
const MOVE_MS = 50
const KINDS = ['above', 'outside', 'changing'] as const

export const ruleMovesBench: Bench = {
  name: 'rule-moves',
  how: `The page of a rule on a phone (${PHONE.width} pixels wide) has ${READINGS.toLocaleString('en')} readings, one a minute for ${DAYS} days, and the limit is moved by ${MOVES} keys for each kind of rule. The processor time of the page's main thread for a move counts, with counting, drawing and layout, as Chromium reports it in thread time. Half of the moves take no longer than the median.`,
  async run() {
    const browser = await openBrowser()
    const server = await startServer()
    try {
      const grower = await register(server.url)
      const seriesId = await addReadings(server.url, grower)
      const figures = []
      for (const kind of KINDS) {
        const times = await movesOf(browser, {
          url: server.url,
          grower,
          path: `/rules/new?series=${seriesId}&kind=${kind}`,
        })
        figures.push(atMost(`a move, ${kind}, median`, percentile(times, 0.5), MOVE_MS, 'ms'))
        figures.push(atMost(`a move, ${kind}, 95th percentile`, percentile(times, 0.95), MOVE_MS, 'ms'))
      }
      return figures
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

/** Stores warm days and cold nights. Returns the series. */
async function addReadings(url: string, grower: Grower): Promise<string> {
  const device = await addDevice(grower, 'Tomato house', { waitTime: String(INTERVAL_MS / 1000) })
  const from = Date.now() - READINGS * INTERVAL_MS
  for (let first = 0; first < READINGS; first += READINGS_AT_ONCE) {
    const readings = Array.from({ length: Math.min(READINGS_AT_ONCE, READINGS - first) }, (_, index) => {
      const at = from + (first + index) * INTERVAL_MS
      const temperature = Number((20 + 8 * Math.sin((2 * Math.PI * at) / DAY_MS) + 3 * Math.sin(at / 7e6)).toFixed(1))
      return { time: new Date(at).toISOString(), temperature }
    })
    // A device may send a bounded number a second.
    while ((await trySendReadings(url, device, readings)).status === 429) await wait(REST_MS)
  }
  const [series] = await grower.call(seriesRoutes.newest)
  if (!series) throw new Error('The readings have no series')
  return series.seriesId
}

interface Opened {
  readonly url: string
  readonly grower: Grower
  readonly path: string
}

/** Returns the processor time of each move in milliseconds. */
async function movesOf(browser: Browser, { url, grower, path }: Opened): Promise<number[]> {
  const { page } = await visit(browser, url, { viewport: PHONE, hasTouch: true, deviceScaleFactor: 3 })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await openAs(page, grower, path)
  const line = page.getByRole('slider').last()
  await line.focus()
  await page
    .getByText(/^would have fired \d+ times, /)
    .first()
    .waitFor()
  const times = []
  for (let move = 0; move < MOVES; move++)
    times.push(await costOf(page, session, move % 20 < 10 ? 'ArrowDown' : 'ArrowUp'))
  await page.context().close()
  return times
}

/** Presses a key, and returns the processor time until the next frame but one. */
async function costOf(page: Page, session: CDPSession, key: string): Promise<number> {
  const before = await taskTime(session)
  await page.keyboard.press(key)
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
  return (await taskTime(session)) - before
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const task = metrics.find(({ name }) => name === 'TaskDuration')
  if (!task) throw new Error('The browser reports no processor time')
  return task.value * 1000
}
