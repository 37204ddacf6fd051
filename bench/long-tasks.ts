import { seriesRoutes } from '@greenhouse/contract'
import type { Browser, Page } from 'playwright-core'
import { openAs, openBrowser, PHONE, visit } from '../e2e/browser.ts'
import { addDevice, register, type DeviceCredentials, type Grower } from '../testing/growers.ts'
import { sendReadings } from '../testing/boards.ts'
import { startServer } from '../testing/running-server.ts'
import { medianAtMost, type Bench } from './result.ts'

const DAY = 86_400_000
const EVERY_MS = 600_000
const GROUP = 1000
/** How many times slower than this machine the simulated phone is, as in Lighthouse. */
const SLOWDOWN = 4
const RUNS = 5
const LONGEST_MS = 100
/** Browsers report no task that is shorter. */
const SHORTEST_MS = 50
/** Longer than a page takes to draw its last response. */
const REST_MS = 1000

export const longTasksBench: Bench = {
  name: 'long-tasks',
  how: `A phone (${PHONE.width} pixels wide, its processor ${SLOWDOWN} times slower than this machine) opens a year of history with a reading every 10 minutes: once by its address in a new browser, once inside the application from the month that is shown before. The longest task of the page counts, as PerformanceObserver reports it; a page without a task of ${SHORTEST_MS} ms counts as ${SHORTEST_MS}. The median of ${RUNS} runs.`,
  async run() {
    const browser = await openBrowser()
    const server = await startServer({ DEVICE_READINGS_PER_SECOND: '0' })
    try {
      const grower = await register(server.url)
      const device = await addDevice(grower, 'Board', { waitTime: '600' })
      await sendYear(server.url, device)
      const [byAddress, inside]: [number[], number[]] = [[], []]
      for (let run = 0; run < RUNS; run++) {
        byAddress.push(await openByAddress(browser, server.url, grower))
        inside.push(await openInside(browser, server.url, grower))
      }
      return [
        medianAtMost('longest task, opened by its address', byAddress, LONGEST_MS, 'ms'),
        medianAtMost('longest task, opened inside the application', inside, LONGEST_MS, 'ms'),
      ]
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function sendYear(url: string, device: DeviceCredentials): Promise<void> {
  const now = Date.now()
  const readings = Array.from({ length: (365 * DAY) / EVERY_MS }, (_, index) => ({
    temperature: 15 + 8 * Math.sin(index / 23),
    humidity: 60 + (index % 20),
    pressure: 1013,
    air_quality_analog: 400 + (index % 50),
    timestamp: new Date(now - index * EVERY_MS).toISOString(),
  })).toReversed()
  for (let sent = 0; sent < readings.length; sent += GROUP) {
    await sendReadings(url, device, readings.slice(sent, sent + GROUP))
  }
}

async function openByAddress(browser: Browser, url: string, grower: Grower): Promise<number> {
  const page = await openPhone(browser, url)
  const { from, to } = lastYear()
  const loaded = historyLoaded(page)
  await openAs(page, grower, `/history?from=${from}&to=${to}`)
  await loaded
  const longest = await longestTask(page)
  await page.context().close()
  return longest
}

async function openInside(browser: Browser, url: string, grower: Grower): Promise<number> {
  const page = await openPhone(browser, url)
  const shown = historyLoaded(page)
  await openAs(page, grower, '/history')
  await shown
  await longestTask(page)
  const [year = '', month = '', day = ''] = lastYear().from.split('-')
  const loaded = historyLoaded(page)
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('From', { exact: true }).fill(`${day}/${month}/${year}`)
  await loaded
  const longest = await longestTask(page)
  await page.context().close()
  return longest
}

/** A page of the simulated phone that collects the lengths of its long tasks. */
async function openPhone(browser: Browser, url: string): Promise<Page> {
  const { page } = await visit(browser, url, { viewport: PHONE, hasTouch: true, deviceScaleFactor: 3 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(`
    globalThis.longTasks = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask', buffered: true })
  `)
  return page
}

/**
 * Returns the longest task since the last call in ms, once the page is idle. Elements are located later, since that runs a
 * script in the page.
 */
async function longestTask(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
  const longest = Math.max(SHORTEST_MS, ...(await page.evaluate<number[]>('longTasks.splice(0)')))
  if ((await page.getByRole('application').count()) !== 1)
    throw new Error('The chart did not stand when it was measured')
  return longest
}

function historyLoaded(page: Page): Promise<unknown> {
  return page.waitForResponse((reply) => reply.url().includes(seriesRoutes.history.path))
}

/** The calendar dates of the year that ends today. */
function lastYear(): { from: string; to: string } {
  const now = Date.now()
  return { from: calendarDate(now - 364 * DAY), to: calendarDate(now) }
}

function calendarDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
