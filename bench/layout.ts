import { conditionRoutes, plantRoutes } from '@greenhouse/contract'
import type { Browser, Page } from 'playwright-core'
import { openAs, openBrowser, PHONE, visit, WIDE } from '../e2e/browser.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, register, registerPerson, registration, type Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { atMost, medianAtMost, type Bench, type Figure } from './result.ts'

const HOUR = 3_600_000
/** How many times slower than this machine the simulated phone is, as in Lighthouse. */
const SLOWDOWN = 4
const RUNS = 5
const SHIFT_MAX = 0.02
const PAINT_MAX_MS = 1000
const MANY_DEVICES = 60
const CONTENT_MAX_MS = 1500
/** Longer than a page takes to draw its last response. */
const REST_MS = 1000
/** Looks for the content of a page that rests before it is drawn: for half a minute. */
const LOOKS = 600
const LOOK_EVERY_MS = 50

const SCREENS = [
  '/',
  '/plants',
  '/tasks',
  '/alerts',
  '/history',
  '/weather',
  '/mydevice',
  '/myalertcondition?view=devices',
  '/rules/new',
  '/profile',
]

/** Screens, the time in which a phone shows their content, in ms, and the expression that is true from then on. */
const CONTENTS = [
  ['/alerts', 2000, "document.querySelector('main')?.textContent.includes('Window')"],
  ['/history', 1500, "document.querySelector('main .u-over')?.clientWidth > 0"],
] as const
/** True once each row of many devices is shown. */
const ALL_ROWS = `document.querySelectorAll('[aria-label="Devices"] > li').length >= ${MANY_DEVICES}`

export const layoutBench: Bench = {
  name: 'layout',
  how: `A signed-in person with two devices, their readings, twelve plants and a condition opens every screen by its address in a new browser, on a phone (${PHONE.width} pixels wide, its processor ${SLOWDOWN} times slower than this machine) and on a wide screen. The sum of all layout shifts counts, as PerformanceObserver reports them. First and largest paint are those of the dashboard on the phone, and content is what a screen is opened for: the alerts, the chart, ${MANY_DEVICES} devices; the median of ${RUNS} runs.`,
  async run() {
    const browser = await openBrowser()
    const server = await startServer({ DEVICE_READINGS_PER_SECOND: '0' })
    try {
      const grower = await register(server.url)
      await furnish(server.url, grower)
      const figures: Figure[] = []
      for (const [size, rate] of [
        ['phone', SLOWDOWN],
        ['wide', 1],
      ] as const) {
        for (const path of SCREENS) {
          const { shift } = await measure(browser, { url: server.url, grower, path, rate })
          figures.push(atMost(`${path}, ${size}`, shift, SHIFT_MAX, 'CLS'))
        }
      }
      figures.push(...(await paints(browser, server.url, grower)))
      for (const [path, most, content] of CONTENTS) {
        const opened = { url: server.url, grower, path, rate: SLOWDOWN, content }
        const runs: number[] = []
        for (let run = 0; run < RUNS; run++) runs.push((await measure(browser, opened)).content)
        figures.push(medianAtMost(`content of ${path} on a phone`, runs, most, 'ms'))
      }
      return [...figures, ...(await manyDevices(browser, server.url))]
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function furnish(url: string, grower: Grower): Promise<void> {
  const now = Date.now()
  for (const name of ['Bench', 'Window']) {
    const device = await addDevice(grower, name, { waitTime: '600', deviceDescription: 'Between the tomatoes' })
    const readings = Array.from({ length: 800 }, (_, index) => ({
      temperature: 15 + 8 * Math.sin(index / 23),
      humidity: 60 + (index % 20),
      pressure: 1013,
      air_quality_analog: 400 + (index % 50),
      timestamp: new Date(now - (800 - index) * (HOUR / 6)).toISOString(),
    }))
    await sendReadings(url, device, readings)
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature' as const, condition: '<=30' }
    await grower.call(conditionRoutes.createForDevice, { body: condition })
  }
  for (let index = 0; index < 12; index++) {
    const plant = { plantName: `Basil ${index}`, plantType: 'Herb', plantNotes: '', waterEvery: 7 }
    await grower.call(plantRoutes.create, { body: plant })
  }
}

interface Opened {
  readonly url: string
  readonly grower: Grower
  readonly path: string
  readonly rate: number
  /** True once the content is shown. */
  readonly content?: string
}

interface Measured {
  readonly shift: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly content: number
}

/** Returns the measurements of a screen in a new browser, once it is idle. */
async function measure(browser: Browser, { url, grower, path, rate, content = 'false' }: Opened): Promise<Measured> {
  const viewport = rate === 1 ? WIDE : PHONE
  const { page } = await visit(browser, url, { viewport, hasTouch: rate !== 1 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.addInitScript(OBSERVE)
  await page.addInitScript(lookFor(content))
  await openAs(page, grower, path)
  await settle(page)
  // The security policy of the pages forbids waitForFunction.
  for (let look = content === 'false' ? LOOKS : 0; look < LOOKS; look++) {
    if (await page.evaluate('Number.isFinite(measured.content)')) break
    await page.waitForTimeout(LOOK_EVERY_MS)
  }
  const { moved, ...measured } = await page.evaluate<Measured & { moved: string[] }>('measured')
  if (measured.shift > SHIFT_MAX) console.log(`  moved on ${path}:`, [...new Set(moved)].join(', '))
  await page.context().close()
  return measured
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
}

/** Collects in the page what the browser reports; `moved` names the elements, for who has to mend it. */
const OBSERVE = `
  globalThis.measured = { shift: 0, firstPaint: 0, largestPaint: 0, content: Infinity, moved: [] }
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    measured.shift += entry.value
    for (const { node } of entry.sources) {
      measured.moved.push(entry.value.toFixed(3) + ' ' + (node?.nodeName ?? 'gone') + '.' + String(node?.className).slice(0, 60))
    }
  })
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') measured.firstPaint = entry.startTime })
  observe('largest-contentful-paint', (entry) => { measured.largestPaint = entry.startTime })
`

/** Keeps the time of the first frame with the content. */
const lookFor = (content: string) => `
  requestAnimationFrame(function look() {
    if (${content}) measured.content = performance.now()
    else requestAnimationFrame(look)
  })
`

async function paints(browser: Browser, url: string, grower: Grower): Promise<Figure[]> {
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measure(browser, { url, grower, path: '/', rate: SLOWDOWN }))
  const first = runs.map(({ firstPaint }) => firstPaint)
  const largest = runs.map(({ largestPaint }) => largestPaint)
  return [
    medianAtMost('first paint of the dashboard on a phone', first, PAINT_MAX_MS, 'ms'),
    medianAtMost('largest paint of the dashboard on a phone', largest, PAINT_MAX_MS, 'ms'),
  ]
}

/** Measures the pages of a person with many devices, a third of them silent. */
async function manyDevices(browser: Browser, url: string): Promise<Figure[]> {
  const grower = await registerPerson(url, { ...registration('Max'), email: 'max@example.org' })
  for (let index = 0; index < MANY_DEVICES; index++) {
    const device = await addDevice(grower, `Bench ${index}`, { waitTime: '600' })
    const timestamp = new Date(Date.now() - (index % 3 === 0 ? 48 : 0) * HOUR).toISOString()
    await sendReadings(url, device, { temperature: 21, humidity: 60, timestamp })
  }
  const [runs, shifts]: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    const { content, shift } = await measure(browser, {
      url,
      grower,
      path: '/mydevice',
      rate: SLOWDOWN,
      content: ALL_ROWS,
    })
    runs.push(content)
    shifts.push(shift)
  }
  const { shift } = await measure(browser, { url, grower, path: '/', rate: SLOWDOWN })
  return [
    medianAtMost(`${MANY_DEVICES} devices on a phone`, runs, CONTENT_MAX_MS, 'ms'),
    atMost(`/mydevice, phone, ${MANY_DEVICES} devices`, Math.max(...shifts), SHIFT_MAX, 'CLS'),
    atMost(`/, phone, ${MANY_DEVICES} devices`, shift, SHIFT_MAX, 'CLS'),
  ]
}
