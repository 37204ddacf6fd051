import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { conditionRoutes, plantRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe, OF_LOOKS, PHONE, WIDE } from './browser.ts'
import { settled } from './settled.ts'
import { showTheme, type Theme } from './theme.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { TEST_ALL } from '../testing/test-run.ts'

const HOSTILE = ['<img src=x onerror=alert(1)>', '👩‍🌾🌱🌱🌱', '‏مرحبا بالعالم‏', 'w'.repeat(30)]
const MEMBER_SCREENS = [
  '/',
  '/plants',
  '/tasks',
  '/waiting',
  '/weather',
  '/profile',
  '/household',
  '/join/x',
  '/alerts',
  '/history',
  '/mydevice',
  '/myalertcondition',
  '/myalertcondition?view=devices',
  '/notifications',
  '/rules/new',
]
/** All of one template. */
const STATIC = ['/about', '/contact-us', '/career', '/advertisement', '/marketing', '/terms', '/privacy', '/cookies']
const PUBLIC_SCREENS = [
  '/',
  '/signin',
  '/forgot',
  '/reset',
  '/reset#token=x',
  '/undo-email#token=x',
  '/join/x',
  '/nowhere',
]

const OF_THEMES = ['color-contrast']

const application = useApplication()
let full: Grower
let empty: Grower

beforeAll(async () => {
  const { url } = application.server
  ;[full, empty] = await Promise.all([application.register('Asta'), application.register('Bo')])
  for (const name of HOSTILE) {
    const device = await addDevice(full, name, { deviceDescription: `${name} `.repeat(12), waitTime: '600' })
    const readings = Array.from({ length: 300 }, (_, index) => ({
      temperature: 15 + 8 * Math.sin(index / 20),
      humidity: 60,
      pressure: 1013,
      air_quality_analog: 400,
      timestamp: new Date(Date.now() - index * 600_000).toISOString(),
    }))
    await sendReadings(url, device, readings)
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature' as const, condition: '>=10' }
    await full.call(conditionRoutes.createForDevice, { body: condition })
    const plant = { plantName: name, plantType: name, plantNotes: name, waterEvery: 7 }
    const { plantId } = await full.call(plantRoutes.create, { body: plant })
    await full.call(conditionRoutes.createForPlant, { body: { plantId } })
  }
})

/** Returns the violations of an open page: all `rules` in the light theme, those about themes in the dark. */
async function faultsOf(page: Page, rules?: readonly string[]): Promise<Record<Theme, string[]>> {
  await showTheme(page, 'light')
  const light = await axe(page, rules)
  await showTheme(page, 'dark')
  return { light, dark: await axe(page, TEST_ALL ? undefined : OF_THEMES) }
}

const NONE = { light: [], dark: [] }

describe.each([
  {
    look: 'wide',
    options: { viewport: WIDE },
    pages: [...PUBLIC_SCREENS, ...STATIC],
    rules: undefined,
  },
  {
    look: 'phone',
    options: { viewport: PHONE, hasTouch: true },
    pages: TEST_ALL ? [...PUBLIC_SCREENS, ...STATIC] : [...PUBLIC_SCREENS, '/about'],
    rules: TEST_ALL ? undefined : OF_LOOKS,
  },
])('$look', ({ options, pages, rules }) => {
  test.each(pages)('the page %s breaks no rule of accessibility', async (path) => {
    const { page, faults } = await application.visit(options)
    await page.goto(path)
    await settled(page)
    expect(await faultsOf(page, rules)).toEqual(NONE)
    expect(faults).toEqual([])
  })

  test.each(MEMBER_SCREENS)(
    'the screen %s breaks no rule of accessibility, empty or full of hostile names',
    async (path) => {
      for (const grower of [empty, full]) {
        const { page, faults } = await application.openAs(grower, path, options)
        await settled(page)
        expect(await faultsOf(page, rules)).toEqual(NONE)
        expect(faults).toEqual([])
        await page.context().close()
      }
    },
  )
})

const DIALOGS = [
  ['/mydevice', ['Add a device', /^Edit /, /^Remove /]],
  ['/plants', ['Add a plant', HOSTILE[0] ?? '']],
  ['/myalertcondition', ['Add Plant Condition', /^Delete /]],
  ['/myalertcondition?view=devices', [/^Delete /]],
  ['/household', ['Edit', 'New household', 'Delete household']],
  ['/profile', ['Change e-mail', 'Change password', 'Add an authenticator app', 'Delete my account']],
] as const

test.each(['light', 'dark'] as const)(
  'the dialogs break no rule of accessibility in the %s, and focus returns where it came from',
  async (theme) => {
    for (const [path, names] of DIALOGS) {
      const { page, faults } = await application.openAs(full, path)
      await settled(page)
      await showTheme(page, theme)
      for (const name of names) {
        const button = page.getByRole('button', { name }).first()
        await button.focus()
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor()
        await settled(page)
        const broken = await axe(page, theme === 'light' || TEST_ALL ? undefined : OF_THEMES)
        expect([path, name, broken]).toEqual([path, name, []])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      }
      expect(faults).toEqual([])
      await page.context().close()
    }
  },
)

const [NARROWEST, WIDEST] = [320, 1920]

/** Widths around every breakpoint, and every 64 pixels. */
function widthsToTry(): number[] {
  const assets = join(import.meta.dirname, '../web/dist/assets')
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  const styles = sheets.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n')
  const conditions = [...styles.matchAll(/@media[^{]*/g)].map(([words]) => words).join('\n')
  const sizes = [...conditions.matchAll(/width\s*[:<>=]+\s*([\d.]+)(px|r?em)/g)]
  const breakpoints = sizes.map(([, size, unit]) => Number(size) * (unit === 'px' ? 1 : 16))
  expect(breakpoints.length).toBeGreaterThan(0)
  const tried = new Set(breakpoints.flatMap((width) => [width - 1, width, width + 1]))
  for (let width = NARROWEST; width <= WIDEST; width += TEST_ALL ? 16 : 64) tried.add(width)
  return [...tried].filter((width) => width >= NARROWEST && width <= WIDEST).toSorted((a, b) => a - b)
}

test.each(MEMBER_SCREENS)('%s does not scroll sideways from 320 to 1,920 pixels', async (path) => {
  const { page } = await application.openAs(full, path, { viewport: { width: NARROWEST, height: 700 } })
  await settled(page)
  const tooWide: number[] = []
  for (const width of widthsToTry()) {
    await page.setViewportSize({ width, height: 700 })
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) tooWide.push(width)
  }
  expect(tooWide).toEqual([])
})
