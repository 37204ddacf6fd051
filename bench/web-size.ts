import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openAs, openBrowser, visit } from '../e2e/browser.ts'
import { addDevice, register } from '../testing/growers.ts'
import { sendReadings } from '../testing/boards.ts'
import { startServer } from '../testing/running-server.ts'
import { atMost, type Bench, type Figure } from './result.ts'

const DIST = join(import.meta.dirname, '../web/dist')
/** 5 KB above what it was before there were tasks. */
const FIRST_VIEW_KB = 108
const SCREEN_KB = 190
const PUBLIC_SCREENS = ['/signin', '/forgot', '/reset#token=x', '/undo-email#token=x', '/join/x', '/about', '/nowhere']
const MEMBER_SCREENS = [
  '/',
  '/plants',
  '/species',
  '/tasks',
  '/alerts',
  '/history',
  '/weather',
  '/profile',
  '/household',
  '/join/x',
  '/mydevice',
  '/myalertcondition',
  '/rules/new',
  '/about',
  '/nowhere',
]

export const webBench: Bench = {
  name: 'web',
  untimed: true,
  how: 'All JavaScript and style sheets that a browser without a cache asks for until a screen stands, as gzipped by the build; KB of 1000 bytes. The first view is what a visitor loads.',
  async run() {
    const browser = await openBrowser()
    try {
      const screens = [...(await measureScreens(browser)), await measureEnrolment(browser)]
      return screens.map(({ screen, size }, index) =>
        index === 0 ? atMost('first view', size, FIRST_VIEW_KB, 'KB') : atMost(screen, size, SCREEN_KB, 'KB'),
      ) satisfies Figure[]
    } finally {
      await browser.close()
    }
  },
}

interface ScreenSize {
  readonly screen: string
  /** In KB. */
  readonly size: number
}

/** The sizes of all screens, the first view first. */
async function measureScreens(browser: Browser): Promise<ScreenSize[]> {
  const server = await startServer()
  try {
    const grower = await register(server.url)
    const device = await addDevice(grower, 'Board')
    await sendReadings(server.url, device, [{ temperature: 21, humidity: 60 }])
    const sizes: ScreenSize[] = []
    for (const path of ['/', ...PUBLIC_SCREENS]) {
      const size = await sizeOf(browser, server.url, (page) => page.goto(path))
      sizes.push({ screen: `${path.replace(/#.*/, '')}, signed out`, size })
    }
    for (const path of MEMBER_SCREENS) {
      const size = await sizeOf(browser, server.url, (page) => openAs(page, grower, path))
      sizes.push({ screen: `${path}, signed in`, size })
    }
    return sizes
  } finally {
    await server.close()
  }
}

/** The size of the screen of a user who must set up a second factor. */
async function measureEnrolment(browser: Browser): Promise<ScreenSize> {
  const server = await startServer({ REQUIRE_MFA: 'true' })
  try {
    const grower = await register(server.url)
    const size = await sizeOf(browser, server.url, (page) => openAs(page, grower, '/'))
    return { screen: 'set-up of a required second factor', size }
  } finally {
    await server.close()
  }
}

/** Returns the gzipped KB of scripts and style sheets of a screen. */
async function sizeOf(browser: Browser, url: string, open: (page: Page) => Promise<unknown>): Promise<number> {
  // A service worker would load the files of all screens.
  const { page } = await visit(browser, url, { serviceWorkers: 'block' })
  const files = new Set<string>()
  page.on('response', (reply) => files.add(new URL(reply.url()).pathname))
  await open(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().close()
  const paths = [...files].filter((path) => /\.(?:js|css)$/.test(path))
  return paths.reduce((sum, path) => sum + statSync(join(DIST, `${path}.gz`)).size, 0) / 1000
}
