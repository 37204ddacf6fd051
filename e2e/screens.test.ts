import { conditionRoutes, plantRoutes, settingRoutes } from '@greenhouse/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe, openAs, openBrowser, PHONE, visit, WIDE } from './browser.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, register, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'

const HOSTILE = ['<img src=x onerror=alert(1)>', '👩‍🌾🌱🌱🌱', '‏مرحبا بالعالم‏', 'w'.repeat(30)]
const MEMBER_SCREENS = [
  '/',
  '/plants',
  '/weather',
  '/profile',
  '/alerts',
  '/history',
  '/mydevice',
  '/myalertcondition',
  '/myalertcondition?view=devices',
  '/notifications',
  '/rules/new',
]
const PUBLIC_SCREENS = [
  '/',
  '/signin',
  '/forgot',
  '/reset',
  '/reset#token=x',
  '/undo-email#token=x',
  '/about',
  '/contact-us',
  '/career',
  '/advertisement',
  '/marketing',
  '/terms',
  '/privacy',
  '/cookies',
  '/nowhere',
]

let browser: Browser
let server: RunningServer
let full: Grower
let empty: Grower

beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer()])
  ;[full, empty] = await Promise.all([register(server.url, 'Asta'), register(server.url, 'Bo')])
  for (const name of HOSTILE) {
    const device = await addDevice(full, name, { deviceDescription: `${name} `.repeat(12), waitTime: '600' })
    const readings = Array.from({ length: 300 }, (_, index) => ({
      temperature: 15 + 8 * Math.sin(index / 20),
      humidity: 60,
      pressure: 1013,
      air_quality_analog: 400,
      timestamp: new Date(Date.now() - index * 600_000).toISOString(),
    }))
    await sendReadings(server.url, device, readings)
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature' as const, condition: '>=10' }
    await full.call(conditionRoutes.createForDevice, { body: condition })
    const plant = { plantName: name, plantType: name, plantNotes: name, waterEvery: 7 }
    const { plantId } = await full.call(plantRoutes.create, { body: plant })
    await full.call(conditionRoutes.createForPlant, { body: { plantId } })
  }
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

async function settled(page: Page): Promise<void> {
  // Until then a still picture of the page stands there.
  await page.locator('[data-root]').first().waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

const looks = [
  ['wide, light', { viewport: WIDE, colorScheme: 'light', reducedMotion: 'reduce' }],
  ['wide, dark', { viewport: WIDE, colorScheme: 'dark', reducedMotion: 'reduce' }],
  ['phone, light', { viewport: PHONE, colorScheme: 'light', reducedMotion: 'reduce', hasTouch: true }],
  ['phone, dark', { viewport: PHONE, colorScheme: 'dark', reducedMotion: 'reduce', hasTouch: true }],
] as const

describe.each(looks)('%s', (_, look) => {
  async function setTheme(grower: Grower) {
    await grower.call(settingRoutes.set, {
      params: { settingName: 'darktheme' },
      body: { value: look.colorScheme === 'dark' },
    })
  }

  test.each(PUBLIC_SCREENS)('the page %s breaks no rule of accessibility', async (path) => {
    const { page, faults } = await visit(browser, server.url, look)
    await page.goto(path)
    await settled(page)
    expect(await axe(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.each(MEMBER_SCREENS)(
    'the screen %s breaks none, empty or full of hostile names',
    { timeout: 40_000 },
    async (path) => {
      for (const grower of [empty, full]) {
        await setTheme(grower)
        const { page, faults } = await visit(browser, server.url, look)
        await openAs(page, grower, path)
        await settled(page)
        expect(await axe(page)).toEqual([])
        expect(faults).toEqual([])
        await page.context().close()
      }
    },
  )
})

const DIALOGS = [
  ['/mydevice', ['Add a device', /^Edit /, 'Change preferences', /^Remove /]],
  ['/plants', ['Add a plant', HOSTILE[0] ?? '']],
  ['/myalertcondition', ['Add Plant Condition', /^Delete /]],
  ['/myalertcondition?view=devices', ['Add Device Condition', /^Delete /]],
  ['/profile', ['Change e-mail', 'Change password', 'Add an authenticator app', 'Delete my account']],
] as const

test.each(['light', 'dark'] as const)(
  'the dialogs break no rule of accessibility in the %s, and focus returns where it came from',
  async (colorScheme) => {
    await full.call(settingRoutes.set, {
      params: { settingName: 'darktheme' },
      body: { value: colorScheme === 'dark' },
    })
    const { page, faults } = await visit(browser, server.url, { reducedMotion: 'reduce', colorScheme })
    for (const [path, names] of DIALOGS) {
      await openAs(page, full, path)
      await settled(page)
      for (const name of names) {
        const button = page.getByRole('button', { name }).first()
        await button.focus()
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor()
        await settled(page)
        expect([path, name, await axe(page)]).toEqual([path, name, []])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      }
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
)

test.each(MEMBER_SCREENS)('%s does not scroll sideways from 320 to 1,920 pixels', async (path) => {
  const { page } = await visit(browser, server.url, { viewport: { width: 320, height: 700 } })
  await openAs(page, full, path)
  await settled(page)
  const tooWide: number[] = []
  for (let width = 320; width <= 1920; width += 16) {
    await page.setViewportSize({ width, height: 700 })
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) tooWide.push(width)
  }
  expect(tooWide).toEqual([])
  await page.context().close()
})
