import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { PHONE } from './browser.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
  const device = await addDevice(grower, 'Tomato house', { waitTime: '600' })
  const readings = Array.from({ length: 1000 }, (_, index) => ({
    temperature: 15 + 8 * Math.sin(index / 20),
    timestamp: new Date(Date.now() - index * 600_000).toISOString(),
  }))
  await sendReadings(application.server.url, device, readings)
})

/** Positions of fingers, from 0 at the left edge of the plot to 1 at the right. */
type Fingers = readonly number[]

const BETWEEN_EVENTS_MS = 10

interface TouchedChart {
  readonly page: Page
  /** Puts fingers down one after the other, moves them in steps, and lifts them unless `isHeld`. */
  readonly drag: (from: Fingers, to: Fingers, isHeld?: boolean) => Promise<void>
  readonly faults: string[]
}

async function openChart(address: string): Promise<TouchedChart> {
  const { page, faults } = await application.openAs(grower, address, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  })
  const plot = page.getByRole('application').locator('.u-over')
  await plot.waitFor()
  await expect.poll(async () => (await plot.boundingBox())?.width).toBeGreaterThan(200)
  await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const cdp = await page.context().newCDPSession(page)
  // Events carry the times of quick fingers, even when a loaded machine sends them late.
  let now = Date.now()
  const timestamp = () => (now += BETWEEN_EVENTS_MS) / 1000
  return { page, faults, drag: (...fingers) => drag({ cdp, plot, timestamp }, ...fingers) }
}

interface Screen {
  readonly cdp: CDPSession
  readonly plot: ReturnType<Page['locator']>
  /** Of the next event, in seconds since 1970. */
  readonly timestamp: () => number
}

async function drag({ cdp, plot, timestamp }: Screen, from: Fingers, to: Fingers, isHeld = false): Promise<void> {
  const box = await plot.boundingBox()
  if (!box) throw new Error('The plot has no place')
  const points = (fingers: Fingers) =>
    fingers.map((share, id) => ({ id, x: box.x + share * box.width, y: box.y + box.height / 2 }))
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Fingers) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points(fingers), timestamp: timestamp() })
  const steps = from.join() === to.join() ? 0 : 8
  for (const index of from.keys()) await send('touchStart', from.slice(0, index + 1))
  for (let step = 1; step <= steps; step++) {
    await send(
      'touchMove',
      from.map((start, index) => start + ((to[index] ?? start) - start) * (step / steps)),
    )
  }
  if (!isHeld) await send('touchEnd', [])
}

/** The zoomed range of the address, in milliseconds since 1970. */
function zoomOf(page: Page): { from: number; length: number } {
  const [from = Number.NaN, to = Number.NaN] = (new URL(page.url()).searchParams.get('zoom') ?? '')
    .split('_')
    .map(Number)
  return { from, length: to - from }
}

const DAY = 86_400_000

test('one finger moves the crosshair along the chart', async () => {
  const { page, drag: move, faults } = await openChart('/history?range=7d')
  const spoken = page.locator('output.sr-only').filter({ hasText: '°C' })
  const dayAt = async () => /^(\d\d)\/(\d\d)\/(\d{4})/.exec((await spoken.first().textContent()) ?? '')?.slice(1)
  const time = async () => {
    const [day, month, year] = (await dayAt())?.map(Number) ?? []
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day)
  }
  await move([0.1], [0.3], true)
  await expect.poll(dayAt).toBeDefined()
  const before = await time()
  await move([0.3], [0.8])
  // Half of the range of seven days.
  await expect.poll(async () => Math.abs((await time()) - before - 3.5 * DAY)).toBeLessThanOrEqual(DAY)
  expect(page.url()).not.toContain('zoom=')
  expect(faults).toEqual([])
})

test('two fingers zoom and move the chart, and a double tap shows all of it', async () => {
  const { page, drag: move, faults } = await openChart('/history?range=7d')
  await move([0.4, 0.6], [0.2, 0.8])
  await page.waitForURL(/zoom=\d+_\d+/)
  const pinched = zoomOf(page)
  expect(pinched.length / DAY).toBeCloseTo(7 / 3, 1)
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor()

  await move([0.3, 0.5], [0.5, 0.7])
  await expect.poll(() => zoomOf(page).from).toBeLessThan(pinched.from)
  const moved = zoomOf(page)
  expect(moved.length / pinched.length).toBeCloseTo(1, 1)
  expect((pinched.from - moved.from) / pinched.length).toBeCloseTo(0.2, 1)

  // Two quick pinches are no double tap.
  await move([0.4, 0.6], [0.35, 0.65])
  await move([0.4, 0.6], [0.35, 0.65])
  await expect.poll(() => zoomOf(page).length).toBeLessThan(moved.length)

  await move([0.5], [0.5])
  await move([0.5], [0.5])
  await expect.poll(() => page.url()).not.toContain('zoom=')
  expect(faults).toEqual([])
})
