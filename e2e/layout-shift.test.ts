import { conditionRoutes, placeRoutes, plantRoutes } from '@greenhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, join, type Grower } from '../testing/growers.ts'
import { TEST_ALL } from '../testing/test-run.ts'
import { useApplication } from './application.ts'
import { openAs, PHONE, WIDE } from './browser.ts'
import { movedOn, watchShift } from './layout-shift.ts'
import { settled } from './settled.ts'

const HOUR = 3_600_000
const DEVICES = 5
/** Each condition of a device is broken once in four hours. */
const HOURS = 240

const application = useApplication()
let owner: Grower
let viewer: Grower
let householdId: string

beforeAll(async () => {
  ;[owner, viewer] = await Promise.all([application.register('Asta'), application.register('Alexandra')])
  const { url } = application.server
  const place = { name: 'Tomato house', kind: 'greenhouse', shelter: 'cold' } as const
  const { placeId } = await owner.call(placeRoutes.create, { body: place })
  for (let index = 0; index < DEVICES; index++) {
    const device = await addDevice(owner, `Bench ${index + 1}`, { waitTime: '3600' })
    const { deviceId } = device
    await owner.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
    const condition = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=25' } as const
    await owner.call(conditionRoutes.createForDevice, { body: condition })
    // The last one is broken now, so that it is the first of the list.
    const readings = Array.from({ length: HOURS }, (_, hour) => ({
      temperature: (HOURS - 1 - hour) % 4 === index ? 26 + index : 20,
      humidity: 60,
      timestamp: new Date(Date.now() - (HOURS - 1 - hour) * HOUR).toISOString(),
    }))
    await sendReadings(url, device, readings)
  }
  const plant = { plantName: 'Basil', plantType: 'Herb', waterEvery: 7, lastWatered: '2026-01-01' }
  await owner.call(plantRoutes.create, { body: plant })
  ;({ householdId } = await join(owner, viewer, 'viewer'))
})

const ALL_SIZES = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const
const SIZES = TEST_ALL ? ALL_SIZES : ALL_SIZES.filter(([width]) => width === 1024 || width === 320)

describe.each([
  ['/', 'the dashboard'],
  ['/alerts', 'Alerts with two hundred rows'],
  ['/mydevice', 'the devices'],
  ['/weather', 'the weather'],
  ['/rules/new', 'a new rule'],
] as const)('%s', (path, name) => {
  test.each(SIZES)(`shows ${name} at %d × %d without moving what is painted`, async (width, height) => {
    for (const [who, address] of [
      [owner, path],
      [viewer, `${path}?household=${householdId}`],
    ] as const) {
      const { page } = await application.visit({ viewport: { width, height } })
      await watchShift(page)
      await openAs(page, who, address)
      await settled(page)
      expect(await movedOn(page)).toEqual([])
      await page.context().close()
    }
  })
})

test.each([1440, 390])('the note of the morning moves nothing on a screen of %d pixels', async (width) => {
  const { page } = await application.openAs(owner, '/about', { viewport: { width, height: 900 } }, { hasMorning: true })
  const today = new Date().toISOString().slice(0, 10)
  await page.clock.setFixedTime(new Date(`${today}T07:02:00`))
  await watchShift(page)
  await page.goto('/')
  await page.getByRole('region', { name: 'This morning' }).waitFor()
  await settled(page)
  expect(await movedOn(page)).toEqual([])
})

test.each([
  ['the top', 0],
  ['the middle', 300],
])('a network lost at %s of a page gets its bar below the header and moves nothing', async (_where, from) => {
  for (const viewport of [WIDE, PHONE]) {
    const { page, faults } = await application.openAs(owner, '/', { viewport })
    await watchShift(page)
    await page.reload()
    await settled(page)
    await page.evaluate((top) => scrollTo(0, top), from)
    const content = page.getByRole('heading', { name: 'To do' })
    const before = await content.boundingBox()
    await page.context().setOffline(true)
    const bar = page.getByRole('status').filter({ hasText: 'No network. What you tap is kept and sent later.' })
    await bar.waitFor()
    expect(await content.boundingBox()).toEqual(before)
    const [head, box] = [await page.getByRole('banner').boundingBox(), await bar.boundingBox()]
    expect(box?.y).toBeCloseTo(Math.max((head?.y ?? 0) + (head?.height ?? 0), 0), -0.5)
    expect(await movedOn(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('The network is back.').waitFor()
    expect(await content.boundingBox()).toEqual(before)
    expect(faults).toEqual([])
    await page.context().close()
  }
})

test('the tabs of a phone have their places before all of them are parsed', async () => {
  const { page } = await application.openAs(owner, '/', { viewport: PHONE })
  const first = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' })
  await settled(page)
  const before = await first.boundingBox()
  await first.evaluate((tab) => tab.parentElement?.lastElementChild?.remove())
  expect(await first.boundingBox()).toEqual(before)
})

test('a closed alert is at most 160 pixels high at any width', async () => {
  const { page } = await application.openAs(owner, '/alerts')
  const rows = page.getByRole('list', { name: 'Closed alerts' }).locator('> li')
  await rows.first().waitFor()
  for (const [width, height] of ALL_SIZES) {
    await page.setViewportSize({ width, height })
    await settled(page)
    expect((await rows.first().boundingBox())?.height, `at ${width} pixels`).toBeLessThanOrEqual(160)
  }
})

test('the cells of the strip of days are equally wide, also that of the first day of a month', async () => {
  const { page } = await application.openAs(owner, '/alerts', { viewport: { width: 1024, height: 768 } })
  const cells = page.getByRole('button', { name: /, \d+ alerts?$/ })
  await cells.first().waitFor()
  const widths = await cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().width)))
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1)
  expect(widths.length).toBeGreaterThanOrEqual(30)
})
