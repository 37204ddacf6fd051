import type { Browser, Page } from 'playwright-core'
import { openAs, openBrowser, PHONE, visit } from '../e2e/browser.ts'
import { register, type Grower } from '../testing/growers.ts'
import { startServer } from '../testing/running-server.ts'
import { fillHousehold, KINDS, PLANTS } from './care-household.ts'
import { medianAtMost, type Bench } from './result.ts'

/** How many times slower than this machine the simulated phone is, as in Lighthouse. */
const SLOWDOWN = 4
const RUNS = 5
const PAINT_MAX_MS = 1500
const TAP_MAX_MS = 100
/** A prime, so that plans of all lengths are overdue, due today and due later. */
const LONGEST_REST_DAYS = 47

interface Screen {
  readonly path: string
  readonly what: string
  /** An element that is shown once the data was drawn; it is tapped. */
  readonly button: string
  /** Is shown once the tap has changed the row. */
  readonly changed: string
}

const SCREENS: readonly Screen[] = [
  {
    path: '/plants',
    what: 'Plants',
    button: 'main article button[aria-label^="Water "]',
    changed: 'main article button[aria-label^="Undo"]',
  },
  {
    path: '/tasks',
    what: 'the tasks',
    button: 'main button[aria-label^="Done: "]',
    changed: 'main button[aria-label^="Undo"]',
  },
]

export const carePagesBench: Bench = {
  name: 'care-pages',
  how: `A phone (${PHONE.width} pixels wide, its processor ${SLOWDOWN} times slower than this machine) opens pages of a household with ${PLANTS.toLocaleString('en')} plants and ${(PLANTS * KINDS.length).toLocaleString('en')} tasks by their addresses in a new browser, and the first button is tapped. Painted is the frame after the data stands; a tap counts from the event to the frame after its row has turned. The median of ${RUNS} runs.`,
  async run() {
    const browser = await openBrowser()
    const server = await startServer()
    try {
      const owner = await register(server.url)
      await fillHousehold(server, owner, (index) => (index * 7) % LONGEST_REST_DAYS)
      const figures = []
      for (const screen of SCREENS) {
        const runs: Measured[] = []
        while (runs.length < RUNS) runs.push(await measure(browser, server.url, owner, screen))
        const painted = runs.map((run) => run.painted)
        const turned = runs.map((run) => run.turned)
        figures.push(medianAtMost(`${screen.what}, painted`, painted, PAINT_MAX_MS, 'ms'))
        figures.push(medianAtMost(`${screen.what}, from a tap to the changed row`, turned, TAP_MAX_MS, 'ms'))
      }
      return figures
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

/** In milliseconds. */
interface Measured {
  readonly painted: number
  readonly turned: number
}

async function measure(browser: Browser, url: string, owner: Grower, screen: Screen): Promise<Measured> {
  const { page } = await visit(browser, url, { viewport: PHONE, hasTouch: true, deviceScaleFactor: 3 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(FRAME_AFTER)
  await page.addInitScript(`globalThis.painted = frameAfter(${JSON.stringify(screen.button)})`)
  await openAs(page, owner, screen.path)
  const painted = await page.evaluate<number>('painted')
  await page.waitForLoadState('networkidle')
  const turned = await tap(page, screen)
  await page.context().close()
  return { painted, turned }
}

async function tap(page: Page, { button, changed }: Screen): Promise<number> {
  await page.evaluate(`
    globalThis.turned = new Promise((resolve) =>
      addEventListener('click', ({ timeStamp }) => frameAfter(${JSON.stringify(changed)}).then((at) => resolve(at - timeStamp)), {
        capture: true, once: true,
      }))
    0
  `)
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const element = document.querySelector(${JSON.stringify(button)})
    element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  await page.touchscreen.tap(x, y)
  return page.evaluate<number>('turned')
}

/** Resolves with the time of the frame after the first one in which an element is shown that is no part of the still picture. */
const FRAME_AFTER = `
  globalThis.frameAfter = (selector) => new Promise((resolve) => {
    const check = () => {
      if (document.querySelector(selector) === null) return requestAnimationFrame(check)
      requestAnimationFrame(() => resolve(performance.now()))
    }
    requestAnimationFrame(check)
  })
`
