import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, settingRoutes, signInRoutes } from '@greenhouse/contract'
import { EMAIL, PASSWORD, registerDemoAccount } from '../simulator/src/demo-account.ts'
import { openDemoAlerts } from '../simulator/src/demo-alerts.ts'
import { addDemoDevice } from '../simulator/src/demo-devices.ts'
import { plantGarden } from '../simulator/src/demo-garden.ts'
import { demoSites } from '../simulator/src/demo-sites.ts'
import { timesBetween } from '../simulator/src/history.ts'
import { openBrowser, PHONE, visit, WIDE } from './browser.ts'
import { startServer } from '../testing/running-server.ts'

/** Every screen and the name of its picture. */
const SCREENS = {
  landing: '/signin',
  dashboard: '/',
  plants: '/plants',
  tasks: '/tasks',
  alerts: '/alerts',
  conditions: '/myalertcondition?view=devices',
  rule: '/rules/new',
  history: '/history',
  weather: '/weather',
  devices: '/mydevice',
  profile: '/profile',
  household: '/household',
  about: '/about',
} as const

/** Pictures in the documentation; the others are for review. */
const SHOWN = new Set([
  'dashboard-light-wide',
  'dashboard-dark-phone',
  'history-dark-wide',
  'plants-light-phone',
  'alerts-light-wide',
])

const DAY = 86_400_000
const root = join(import.meta.dirname, '..')
const now = Date.now()
const [server, browser] = await Promise.all([startServer(), openBrowser()])

try {
  await furnish()
  mkdirSync(join(root, 'screenshots'), { recursive: true })
  for (const theme of ['light', 'dark'] as const) await photograph(theme)
} finally {
  await browser.close()
  await server.close()
}

/** Fills the account of the demonstration: two months of its devices, plants, conditions and their alerts. */
async function furnish(): Promise<void> {
  const account = await registerDemoAccount(server.url)
  const past = { origin: server.url, intervalSeconds: 600, times: timesBetween(now - 60 * DAY, now, 600_000) }
  for (const place of demoSites(now)) await addDemoDevice(account, place, past)
  await plantGarden(account, now)
  await openDemoAlerts(account)
}

async function photograph(theme: 'light' | 'dark'): Promise<void> {
  const origin = server.url
  const login = { email: EMAIL, password: PASSWORD }
  const { jwt } = await createClient({ origin }).call(signInRoutes.login, { body: login })
  await createClient({ origin, token: jwt }).call(settingRoutes.set, {
    params: { settingName: 'darktheme' },
    body: { value: theme === 'dark' },
  })
  for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
    for (const [screen, path] of Object.entries(SCREENS)) {
      const { page } = await visit(browser, server.url, { viewport, colorScheme: theme, reducedMotion: 'reduce' })
      await page.addInitScript(
        ([token, wanted]) => {
          if (token !== '') localStorage.setItem('greenhouse.token', token)
          localStorage.setItem('greenhouse.theme', wanted)
        },
        [screen === 'landing' ? '' : jwt, theme] as const,
      )
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      if (screen === 'history') await page.getByRole('application').waitFor()
      const name = `${screen}-${theme}-${size}`
      const folder = SHOWN.has(name) ? 'docs/pictures' : 'screenshots'
      await page.screenshot({
        path: join(root, folder, `${name}.png`),
        // A phone's tab bar would cover the middle of the picture.
        fullPage: size === 'wide' && screen === 'dashboard',
      })
      await page.context().close()
    }
  }
}
