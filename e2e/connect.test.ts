import { deviceRoutes, readingRoutes, ruleRoutes, seriesRoutes } from '@greenhouse/contract'
import { connectAsync } from 'mqtt'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { ON_CLUSTER } from '../testing/on-cluster.ts'
import { useApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'
import { untilConnected } from './until-connected.ts'

/** As many as a page subscribes to. */
const FOLLOWED_MAX = 100
const READING = { temperature: 21.4, humidity: 63 }

const application = useApplication()

const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

async function openSheet(grower: Grower, options: Parameters<typeof application.openAs>[2] = {}) {
  const { page, faults } = await application.openAs(grower, '/mydevice?add=1', options)
  const sheet = page.getByRole('dialog')
  await sheet.getByText('What sends the readings?').waitFor()
  return { page, faults, sheet }
}

/** Chooses a kind. The server of these tests listens on its machine only, a cluster behind its proxy. */
async function choose(sheet: Locator, kind: RegExp) {
  await button(sheet, kind).click()
  if (!ON_CLUSTER) await button(sheet, 'What sends is on the server’s machine').click()
  await button(sheet, 'I have pasted it').waitFor()
}

async function credentialsIn(sheet: Locator) {
  const block = await sheet.locator('pre').first().innerText()
  const [, deviceId = '', deviceToken = ''] = /client_id: "(.+)"\n {2}username: "(.+)"/.exec(block) ?? []
  expect(deviceToken.length).toBeGreaterThan(30)
  return { deviceId, deviceToken }
}

test.each([
  ['a wide screen', WIDE],
  ['a phone', PHONE],
])('a device is connected by the keyboard on %s, and the wait becomes its live tiles', async (_, viewport) => {
  const grower = await application.register('Cem')
  const { page, faults } = await application.openAs(grower, '/mydevice', { viewport })
  await button(page, /^Add a device/).press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Choose one to go on').waitFor()
  expect(await axe(page)).toEqual([])
  await button(sheet, /^ESPHome/).press('Enter')
  // On a phone the toast waits until the sheet is closed.
  if (viewport === WIDE) await page.getByText('Device "New device" created successfully!').waitFor()
  if (!ON_CLUSTER) {
    await sheet.getByText('A board can’t reach this server yet').waitFor()
    await sheet.getByText('Ask the person who runs this server.').waitFor()
    expect(await button(sheet, 'I have pasted it').isDisabled()).toBe(true)
    expect(await button(sheet, /^Copy/).count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await button(sheet, 'What sends is on the server’s machine').press('Enter')
  }
  await sheet.getByLabel('Name').fill('x')
  await sheet.getByLabel('Name').press('Tab')
  await sheet.getByText('Name must be between 2 and 30 characters.').waitFor()
  await sheet.getByLabel('Name').fill('Bench C')
  await sheet.getByLabel('Name').press('Tab')
  await sheet.getByText('# Bench C sends to Greenhouse').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const device = await credentialsIn(sheet)

  await button(sheet, 'I have pasted it').press('Enter')
  await sheet.getByText('Waiting for the first reading').waitFor()
  await sheet.getByText('Bench C, every 30 seconds').waitFor()
  expect(await axe(page)).toEqual([])
  await sendReadings(application.server.url, device, READING)
  const status = sheet.getByRole('status').filter({ hasText: 'First reading received' })
  await status.getByText(/21,4\s°C, 63,0\s%/).waitFor()
  await page.getByRole('dialog', { name: 'Bench C is connected' }).waitFor()
  expect(await sheet.getByRole('listitem').count()).toBe(2)
  expect(await axe(page)).toEqual([])
  await sendReadings(application.server.url, device, { ...READING, temperature: 22.9 })
  await sheet.getByRole('listitem').getByText('22,9').waitFor()

  await sheet.getByLabel('Warn me below, in °C').fill('4')
  await button(sheet, 'Warn me').press('Enter')
  await sheet.getByText(/^You are warned below 4\s°C/).waitFor()
  expect(await grower.call(ruleRoutes.list, {})).toContainEqual(expect.objectContaining({ kind: 'below', limit: 4 }))
  await button(sheet, 'Show on the dashboard').press('Enter')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  expect(faults).toEqual([])
})

test('the tiles of a new device are live in a household of more devices than the page below follows', async () => {
  const grower = await application.register('Una')
  for (let from = 0; from < FOLLOWED_MAX; from += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => addDevice(grower, `Bench ${from + index}`)))
  const { page, faults, sheet } = await openSheet(grower)
  await choose(sheet, /^ESPHome/)
  const device = await credentialsIn(sheet)
  await button(sheet, 'I have pasted it').click()
  await sheet.getByText('Waiting for the first reading').waitFor()
  await untilConnected(page)
  await sendReadings(application.server.url, device, READING)
  await sheet.getByText('First reading received').waitFor()
  // From here on only live messages bring values.
  await page.route(`**${seriesRoutes.newest.path}*`, (route) => route.abort())
  await sendReadings(application.server.url, device, { ...READING, temperature: 22.9 })
  await sheet.getByRole('listitem').getByText('22,9').waitFor()
  expect(faults).toEqual([])
})

test('Back, a reload and a closed sheet lose neither the device nor its token', async () => {
  const grower = await application.register('Ida')
  const { page, faults, sheet } = await openSheet(grower)
  await choose(sheet, /^ESPHome/)
  const device = await credentialsIn(sheet)
  await button(sheet, 'Back').click()
  await sheet.getByText('What sends the readings?').waitFor()
  await button(sheet, /^My own/).click()
  await sheet.getByText(device.deviceToken).first().waitFor()
  await page.goBack()
  await sheet.getByText('What sends the readings?').waitFor()
  await page.goForward()
  await sheet.getByText(device.deviceToken).first().waitFor()
  await page.reload()
  await sheet.getByText(device.deviceToken).first().waitFor()
  expect(await grower.call(deviceRoutes.list, {})).toHaveLength(1)

  // The reading is shown after the sheet was closed, too.
  if (!ON_CLUSTER) await button(sheet, 'What sends is on the server’s machine').click()
  await button(sheet, 'I have pasted it').click()
  await sheet.getByText('Waiting for the first reading').waitFor()
  await page.reload()
  await sheet.getByText('Waiting for the first reading').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Plants' }).click()
  await sendReadings(application.server.url, device, READING)
  await page.getByText(/^First reading of New device: 21,4/).waitFor()
  await button(page, 'Show').click()
  await page.getByRole('heading', { name: 'New device', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('a device that has sent is never offered for removal, and the sheet makes another one', async () => {
  const grower = await application.register('Liv')
  const { page, faults, sheet } = await openSheet(grower)
  await choose(sheet, /^ESPHome/)
  const device = await credentialsIn(sheet)
  await button(sheet, 'I have pasted it').click()
  await sendReadings(application.server.url, device, READING)
  await sheet.getByText('First reading received').waitFor()
  await page.goto('/mydevice?add=1')
  await sheet.getByText('What sends the readings?').waitFor()
  await page.getByRole('article', { name: 'New device' }).getByText('21,4').waitFor()
  await button(sheet, /^ESPHome/).click()
  await expect.poll(async () => (await grower.call(deviceRoutes.list, {})).length).toBe(2)
  await expect.poll(() => sheet.getByText(device.deviceToken).count()).toBe(0)

  const { deviceToken } = await credentialsIn(sheet)
  await page.keyboard.press('Escape')
  await sheet.getByText('Remove “New device” again?').waitFor()
  await sendReadings(application.server.url, { deviceToken }, READING)
  await sheet.getByText('Remove “New device” again?').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await grower.call(deviceRoutes.list, {})).toHaveLength(2)
  expect(faults).toEqual([])
})

test('a sheet that is closed before the wait asks whether to remove what it made', async () => {
  const grower = await application.register('Ove')
  const { page, faults, sheet } = await openSheet(grower)
  await choose(sheet, /^Shelly/)
  await page.keyboard.press('Escape')
  await sheet.getByText('Remove “New device” again?').waitFor()
  expect(await isFocused(button(sheet, 'Keep it'))).toBe(true)
  expect(await axe(page)).toEqual([])
  await button(sheet, 'Remove it').click()
  await sheet.waitFor({ state: 'detached' })
  expect(await grower.call(deviceRoutes.list, {})).toEqual([])

  await page.goto('/mydevice?add=1')
  await choose(sheet, /^ESPHome/)
  await page.keyboard.press('Escape')
  await button(sheet, 'Keep it').press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await grower.call(deviceRoutes.list, {})).toHaveLength(1)
  await page.goto('/mydevice?add=esphome')
  await sheet.getByText('What sends the readings?').waitFor()
  expect(faults).toEqual([])
})

test('the wait says that a wrong token was tried, and shows a reading that came while the page had no network', async () => {
  const grower = await application.register('Gro')
  const { page, faults, sheet } = await openSheet(grower)
  await choose(sheet, /^ESPHome/)
  const device = await credentialsIn(sheet)
  await button(sheet, 'I have pasted it').click()
  const wrong = { clientId: device.deviceId, username: 'wrong', password: 'wrong', reconnectPeriod: 0 }
  await expect(connectAsync(`mqtt://127.0.0.1:${application.server.mqttPort}`, wrong, false)).rejects.toThrow(
    'Not authorized',
  )
  await sheet.getByRole('status').getByText('It tried to connect with a wrong token.').waitFor()
  expect(await axe(page)).toEqual([])

  await untilConnected(page)
  await page.context().setOffline(true)
  await sheet.getByText('No network here.').waitFor()
  await sendReadings(application.server.url, device, READING)
  await page.context().setOffline(false)
  await sheet.getByText('First reading received').waitFor()
  expect(faults).toEqual([])
})

test('a clock of the browser that is an hour wrong changes neither the wait nor the age of a reading', async () => {
  const grower = await application.register('Dag')
  const { page, faults } = await application.visit()
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() - 3_600_000
  })
  await page.goto('/about')
  await page.evaluate((token) => localStorage.setItem('greenhouse.token', token), grower.token)
  await page.goto('/mydevice?add=1')
  const sheet = page.getByRole('dialog')
  await choose(sheet, /^ESPHome/)
  const device = await credentialsIn(sheet)
  await button(sheet, 'I have pasted it').click()
  await sheet.getByText(/^\d{1,2}\ss so far/).waitFor()
  await sendReadings(application.server.url, device, READING)
  await sheet.getByText('First reading received').waitFor()
  await sheet
    .getByRole('listitem')
    .first()
    .getByText(/^\d{1,2}\ss$/)
    .waitFor()
  expect(faults).toEqual([])
})

test('a board of a hub appears while the sheet waits, and one tap makes a device of it', async () => {
  const grower = await application.register('Bo')
  const { page, faults, sheet } = await openSheet(grower, { viewport: PHONE })
  await choose(sheet, /^Tasmota/)
  const [, token = ''] = /MqttUser (\S+);/.exec(await sheet.locator('pre').first().innerText()) ?? []
  await button(sheet, 'I have pasted it').click()
  await sheet.getByText('Waiting for the first board').waitFor()
  const hub = await connectAsync(`mqtt://127.0.0.1:${application.server.mqttPort}`, {
    username: token,
    password: token,
  })
  onTestFinished(() => hub.endAsync(true))
  const message = { Time: '2019-11-03T19:34:28', BME280: { Temperature: 21.7, Humidity: 66.6 }, TempUnit: 'C' }
  for (const Temperature of [21.6, 21.7]) {
    const payload = JSON.stringify({ ...message, BME280: { ...message.BME280, Temperature } })
    await hub.publishAsync('tele/tasmota_8F2A11/SENSOR', payload, { qos: 1 })
  }
  await button(sheet, 'Add tasmota_8F2A11').click()
  await page.getByRole('dialog', { name: 'tasmota_8F2A11 is connected' }).waitFor()
  await sheet.getByRole('listitem').getByText('21,7').waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

// A cluster has one address, that of its proxy.
test.skipIf(ON_CLUSTER)('the block names the chosen address, and is copied whole', async () => {
  const grower = await application.register('Fay')
  const { page, faults } = await application.visit()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The replies of a server that listens on all addresses.
  const addresses = ['192.168.1.20', '10.0.0.7']
  await page.route('**/GetBoardAddresses', (route) => route.fulfill({ json: { onlyThisMachine: false, addresses } }))
  await page.route('**/GetNetworkAccess', (route) => route.fulfill({ json: { open: true, switchable: false } }))
  await page.goto('/about')
  await page.evaluate((token) => localStorage.setItem('greenhouse.token', token), grower.token)
  await page.goto('/mydevice?add=1')
  const sheet = page.getByRole('dialog')
  await button(sheet, /^My own/).click()
  const choice = sheet.getByLabel('Address')
  await expect
    .poll(() => choice.locator('option').allTextContents())
    .toEqual([
      '192.168.1.20, this machine in your network',
      '10.0.0.7, this machine in your network',
      '127.0.0.1, on this machine only',
    ])
  await choice.selectOption('10.0.0.7')
  await button(sheet, 'HTTP').click()
  await button(sheet, 'Copy Send a test reading with curl').click()
  await sheet.getByRole('status').getByText('Copied').first().waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`curl http://10.0.0.7:${new URL(application.server.url).port}${readingRoutes.send.path}`)
  await button(sheet, 'Arduino').click()
  await sheet.getByText('mqtt.begin("10.0.0.7", ').waitFor()
  await button(sheet, 'I have pasted it').click()
  await sheet.getByText(/“connected” to 10\.0\.0\.7, port \d+\?/).waitFor()
  expect(faults).toEqual([])
})
