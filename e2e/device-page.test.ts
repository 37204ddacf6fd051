import { addressOf, connectionRoutes, type DeviceConnection } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendReadings, trySendReadings } from '../testing/boards.ts'
import { addDevice, PASSWORD } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, PHONE } from './browser.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u202e'

const application = useApplication()

/** Opens the page of a device with values of a soil bed and an uncalibrated probe. */
async function aBed(name: string, options: Parameters<typeof application.openAs>[2] = {}) {
  const { url } = application.server
  const grower = await application.register(name)
  const device = await addDevice(grower, 'North end')
  const send = (more: object) =>
    trySendReadings(url, device, { temperature: 21.4, humidity: 63, uptime: 3600, ...more })
  for (const minutes of [240, 180, 120, 60]) {
    const time = new Date(Date.now() - minutes * 60_000).toISOString()
    await sendReadings(url, device, { temperature: 20 + minutes / 60, humidity: 60, battery: 78, time })
  }
  await send({ soil_moisture: 2780 })
  const { page, faults } = await application.openAs(grower, `/mydevice/${device.deviceId}`, options)
  await page.getByRole('heading', { name: 'North end', level: 1 }).waitFor()
  return { page, faults, grower, device, send }
}

const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const menu = (page: Page, label: string) => button(page, `Change ${label}`)
const choose = async (page: Page, label: string, entry: string) => {
  await menu(page, label).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
const labels = (page: Page) => page.getByRole('rowheader').getByRole('link').allInnerTexts()

test('a new soil probe is calibrated on the page of its device, with its values in dry and in wet soil', async () => {
  const { page, faults, send } = await aBed('Ann')
  await page
    .getByRole('row', { name: /Soil moisture/ })
    .getByText('sends 2.780')
    .waitFor()
  await page
    .getByRole('row', { name: /Soil moisture/ })
    .getByRole('cell', { name: 'none yet' })
    .waitFor()
  const calibration = page.getByRole('region', { name: 'Calibration' })
  await button(calibration, 'Save calibration').click()
  await calibration.getByText('Enter a number').first().waitFor()
  await button(calibration, /^Use now: Dry/).click()
  await expect.poll(() => calibration.getByLabel(/^Dry, 0/).inputValue()).toBe('2780')
  await send({ soil_moisture: 1390 })
  await button(calibration, /^Use now: Wet/).click()
  await expect.poll(() => calibration.getByLabel(/^Wet, 100/).inputValue()).toBe('1390')
  await calibration.getByText(/2\.780 is 0\s%, 1\.390 is 100\s%/).waitFor({ state: 'attached' })
  await button(calibration, 'Save calibration').click()
  await page.getByText('Soil moisture is calibrated').waitFor()
  await send({ soil_moisture: 2085 })
  await page
    .getByRole('row', { name: /Soil moisture/ })
    .getByText('50')
    .waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('names, arranges with the keyboard, hides, shows and removes series', async () => {
  const { page, faults } = await aBed('Bea')
  await menu(page, 'Temperature').waitFor()
  expect((await labels(page)).slice(0, 2)).toEqual(['Temperature', 'Humidity'])

  await choose(page, 'Temperature', 'Edit label')
  await page.getByRole('dialog', { name: 'Edit label' }).getByLabel('Label').fill(HOSTILE)
  await page.keyboard.press('Enter')
  await menu(page, HOSTILE).waitFor()

  await menu(page, HOSTILE).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await labels(page))[0]).toBe('Humidity')
  expect(await menu(page, HOSTILE).evaluate((element) => element === document.activeElement)).toBe(true)

  await choose(page, 'Battery', 'Hide')
  await page.getByText('Battery is hidden').waitFor()
  await expect.poll(() => labels(page)).not.toContain('Battery')
  await button(page, /^Show all/).click()
  await choose(page, 'Battery', 'Show')
  await choose(page, 'uptime', 'Remove series')
  await button(page.getByRole('dialog'), 'Remove series').click()
  await expect.poll(() => labels(page)).not.toContain('uptime')
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the page of a device fits a phone, and the page of an unknown one links to the devices', async () => {
  const { page, faults } = await aBed('Cem', { viewport: PHONE, colorScheme: 'dark' })
  await menu(page, 'Temperature').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await axe(page)).toEqual([])
  await page.goto('/mydevice/0190a1b2-0000-4000-8000-000000000001')
  await page.getByRole('heading', { name: 'There is no such device', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'See your devices' }).click()
  await page.getByRole('link', { name: 'North end' }).click()
  await page.getByRole('heading', { name: 'North end', level: 1 }).waitFor()
  await button(page, 'More for North end').click()
  await page.getByRole('menuitem', { name: 'Remove device' }).click()
  await button(page.getByRole('dialog'), 'Remove device').click()
  await page.getByRole('heading', { name: 'My devices' }).waitFor()
  expect(faults).toEqual([])
})

test('a series on a phone shows its quantity once, even below a label that does not name it', async () => {
  const { page, faults } = await aBed('Dag', { viewport: PHONE })
  const wordsOf = (label: string) => page.locator('tr', { has: menu(page, label) }).innerText()
  await menu(page, 'Temperature').waitFor()
  expect((await wordsOf('Temperature')).match(/Temperature/g)).toHaveLength(1)
  await choose(page, 'Temperature', 'Edit label')
  await page.getByRole('dialog', { name: 'Edit label' }).getByLabel('Label').fill('Bench')
  await page.keyboard.press('Enter')
  await menu(page, 'Bench').waitFor()
  expect((await wordsOf('Bench')).match(/Temperature/g)).toHaveLength(1)
  expect(faults).toEqual([])
})

/** A connection of a foreign board that has sent for a day. */
function connectionOf(deviceId: string): DeviceConnection {
  const lastAt = '2026-06-16T09:12:00.000Z'
  return {
    deviceId,
    connected: true,
    address: '192.168.1.57',
    since: '2026-06-12T03:14:00.000Z',
    board: { boardId: deviceId, family: 'tasmota', externalId: 'tasmota_8F2A11', model: HOSTILE, firmware: '14.2.0' },
    received: Array.from({ length: 48 }, (_, index) => (index === 47 ? 0 : 60)),
    expected: 2880,
    refused: [{ topic: HOSTILE.repeat(5), reason: 'No decoder knows this topic.', count: 3, lastAt, sample: HOSTILE }],
    tokenEnd: '3f8a',
    tokenMadeAt: '2026-03-02T10:00:00.000Z',
  }
}

async function aConnectedBed(name: string, options: Parameters<typeof application.openAs>[2] = {}) {
  const bed = await aBed(name, options)
  const { page, device } = bed
  const address = addressOf(connectionRoutes.get, { params: { deviceId: device.deviceId } })
  await page.route(`**${address}`, (route) => route.fulfill({ json: connectionOf(device.deviceId) }))
  await page.reload()
  await page.getByText('2.820 of 2.880').waitFor({ state: 'attached' })
  return bed
}

const isFocused = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((element) => element === document.activeElement)

test('the page of a device shows its connection, refusals and token, and replaces the token', async () => {
  const { page, faults } = await aConnectedBed('Eva')
  const region = (name: string) => page.getByRole('region', { name })
  await region('Connection')
    .getByText(/^No readings since /)
    .waitFor()
  await region('Token').getByText('made 02/03/2026').waitFor()
  await region('Refused')
    .getByRole('button', { name: /^No decoder knows this topic/ })
    .click()
  const message = page.getByRole('dialog', { name: 'Refused message' })
  await message.getByText('3 times in all').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await isFocused(region('Refused').getByRole('button'))).toBe(true)
  await button(region('Token'), 'Renew token').click()
  await button(page.getByRole('dialog', { name: 'Connect North end' }), /^ESPHome/).click()
  const renewal = page.getByRole('dialog', { name: 'Connect ESPHome' })
  await renewal.getByText('the old one stops working at once').waitFor()
  await renewal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(renewal, 'Create a new token').click()
  await renewal.getByText('the old one stops working at once').waitFor({ state: 'detached' })
  const block = await renewal.locator('pre').first().innerText()
  expect(block).toMatch(/username: "[\w-]{30,}"/)
  await page.keyboard.press('Escape')
  await renewal.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'North end', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('the page of a device on a phone has rows that open, and a series opens its calibration', async () => {
  const { page, faults } = await aConnectedBed('Gro', { viewport: PHONE })
  const row = (name: RegExp) => page.getByRole('heading', { level: 2 }).getByRole('button', { name })
  const names = [
    /^Calibration 1 probe without/,
    /^Send readings/,
    /^Connection connected/,
    /^Token ends in 3f8a/,
    /^Remove/,
  ]
  for (const name of names) expect(await row(name).getAttribute('aria-expanded')).toBe('false')
  await choose(page, 'Soil moisture', 'Calibrate')
  await button(page.getByRole('region', { name: 'Calibration' }), 'Save calibration').waitFor()
  for (const name of names.slice(1)) {
    await row(name).focus()
    await page.keyboard.press('Enter')
  }
  await page.getByText('192.168.1.57').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})
