import { deviceRoutes } from '@greenhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe, openAs } from './browser.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, join, PASSWORD, type Grower } from '../testing/growers.ts'
import { askAgain } from './ask-again.ts'
import { useApplication } from './application.ts'
import { settled } from './settled.ts'
import { showTheme } from './theme.ts'

const READING = { temperature: 21.4, humidity: 63, pressure: 1013.2, air_quality_analog: 412 }

const application = useApplication()

async function openDevices(grower: Grower) {
  const { page, faults } = await application.visit()
  await openAs(page, grower, '/mydevice')
  await page.getByRole('heading', { name: 'My devices' }).waitFor()
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  return { page, faults, dialog }
}

const tokenIn = (block: string) => /username: "(.+)"/.exec(block)?.[1] ?? ''
const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('a device that reports every minute is renamed, and its interval is changed', async () => {
  const grower = await application.register('Asta')
  const { deviceId } = await addDevice(grower, 'Tomato house', { waitTime: '60' })
  const { page, faults, dialog } = await openDevices(grower)
  const stored = () => grower.call(deviceRoutes.get, { query: { userDeviceId: deviceId } })
  await page.getByText('Reports every minute.').waitFor()

  await button(page, 'Edit Tomato house').click()
  const edit = dialog('Edit device')
  expect(await edit.getByLabel('Report every').inputValue()).toBe('60')
  expect(await edit.getByLabel('Unit').inputValue()).toBe('Second')
  await edit.getByLabel('Name').fill('Orangery')
  await button(edit, 'Save changes').click()
  await page.getByText('Device "Orangery" updated successfully!').waitFor()
  await page.getByRole('article', { name: 'Orangery' }).waitFor()
  expect(await stored()).toMatchObject({ deviceName: 'Orangery', waitTime: '60' })
  await settled(page)
  expect(await page.getByText('Preferences sent').count()).toBe(0)

  // On its card, with the keyboard only.
  const card = page.getByRole('article', { name: 'Orangery' })
  const change = button(card, 'Change the interval of Orangery')
  const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
  await change.press('Enter')
  const amount = card.getByLabel('Report every')
  expect(await isFocused(amount)).toBe(true)
  await amount.press('Escape')
  expect(await isFocused(change)).toBe(true)
  await change.press('Enter')
  await amount.fill('5')
  await card.getByLabel('Unit').selectOption('Minutes')
  await amount.press('Enter')
  await card.getByText('Minimum 10 minutes allowed.').waitFor()
  expect(await axe(page)).toEqual([])
  await amount.fill('15')
  await amount.press('Enter')
  await page.getByText('Preferences sent').waitFor()
  await expect.poll(() => isFocused(change)).toBe(true)
  await page.getByText('Reports every 15 minutes.').waitFor()
  expect(await stored()).toMatchObject({ deviceName: 'Orangery', waitTime: '900' })
  expect(faults).toEqual([])
})

test('the dialog of a device replaces its token and deletes its readings', async () => {
  const grower = await application.register('Bo')
  const device = await addDevice(grower, 'Tomato house')
  await sendReadings(application.server.url, device, READING)
  const { page, faults, dialog } = await openDevices(grower)
  const card = page.getByRole('article', { name: 'Tomato house' })
  await card.getByText('21,4').waitFor()

  await button(page, 'Edit Tomato house').click()
  const edit = dialog('Edit device')
  await button(edit, 'Connect').click()
  await button(dialog('Connect Tomato house'), /^ESPHome/).click()
  const connect = dialog('Connect ESPHome')
  await connect.getByLabel('Password', { exact: true }).fill('wrong')
  await button(connect, 'Create a new token').click()
  await connect.getByText('This is not your password.').or(connect.getByText('Password is incorrect')).first().waitFor()
  await connect.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(connect, 'Create a new token').click()
  const block = connect.locator('pre').first()
  await expect.poll(async () => tokenIn(await block.innerText())).not.toBe('YOUR-DEVICE-TOKEN')
  const token = tokenIn(await block.innerText())
  expect(await axe(page)).toEqual([])
  await expect(sendReadings(application.server.url, device, READING)).rejects.toMatchObject({ status: 401 })
  await sendReadings(application.server.url, { deviceToken: token }, { ...READING, temperature: 23.9 })
  await page.keyboard.press('Escape')
  await connect.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Devices', exact: true }).first().click()

  await button(page, 'Edit Tomato house').click()
  await button(edit, 'Delete readings').click()
  await button(dialog('Delete all readings of the device?'), 'Delete readings').click()
  await page.getByText('Readings deleted').waitFor()
  await button(edit, 'Cancel').click()
  await card.getByText('No readings yet').waitFor()
  expect(faults).toEqual([])
})

test('a long description is unfolded, and a device is removed after a confirmation', async () => {
  const grower = await application.register('Dan')
  const deviceDescription = `${'By the big door on the north side. '.repeat(4)}The end.`
  await addDevice(grower, 'Tomato house', { deviceDescription })
  const { page, faults, dialog } = await openDevices(grower)
  const card = page.getByRole('article', { name: 'Tomato house' })
  await card.getByText('By the big door').waitFor()
  expect(await card.getByText('The end.').count()).toBe(0)
  await button(card, 'Show more').click()
  await card.getByText('The end.').waitFor()
  await button(card, 'Show less').click()
  await card.getByText('The end.').waitFor({ state: 'detached' })

  await button(page, 'Remove Tomato house').click()
  const question = dialog('Are you sure you want to remove the device?')
  await button(question, 'Cancel').click()
  await button(page, 'Remove Tomato house').click()
  await page.route('**/DeleteUserDevice*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: problem('The disk is full.') }),
  )
  await button(question, 'Remove device').click()
  await page.getByText(/^Failed to remove device: /).waitFor()
  expect(await question.isVisible()).toBe(true)
  await page.unroute('**/DeleteUserDevice*')
  await button(question, 'Remove device').click()
  await page.getByText('Device "Tomato house" removed successfully!').waitFor()
  await card.waitFor({ state: 'detached' })
  expect(await grower.call(deviceRoutes.list)).toEqual([])
  expect(faults).toEqual([])
})

test('shows an error when devices can’t be fetched, first or after a change', async () => {
  const grower = await application.register('Eva')
  await addDevice(grower, 'Tomato house')
  const { page, faults } = await application.visit()
  const refuse = () =>
    page.route('**/GetAllUserDevices', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: problem('Something went wrong') }),
    )
  await refuse()
  await openAs(page, grower, '/mydevice')
  await page.getByText('Failed to fetch devices').waitFor()
  await page.unroute('**/GetAllUserDevices')
  await askAgain(page, 'Try again')
  await page.getByRole('article', { name: 'Tomato house' }).waitFor()

  await refuse()
  await button(page, 'Edit Tomato house').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Orangery')
  await button(page, 'Save changes').click()
  await page.getByText('Failed to refresh device list').waitFor()
  expect(faults).toEqual([])
})

const NAMES = ['<img src=x onerror=alert(1)>', '👩‍🌾🌱🌱🌱', '\u200fمرحبا بالعالم\u200f', 'w'.repeat(30)]
const WIDTHS = [1440, 1024, 768, 390, 320]

test('a hundred devices are a list with the silent ones first, at every width and for the keyboard', async () => {
  const [grower, viewer] = [await application.register('Gil'), await application.register('Hal')]
  const add = async (name: string, hoursAgo: number) => {
    const device = await addDevice(grower, name, { waitTime: '600' })
    const timestamp = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    await sendReadings(application.server.url, device, { ...READING, timestamp })
    return device
  }
  const names = Array.from({ length: 100 }, (_, index) => NAMES[index] ?? `Bench ${index}`)
  await Promise.all(names.slice(1).map((name) => add(name, 0)))
  await add(names[0] ?? '', 48)
  const { householdId } = await join(grower, viewer, 'viewer')

  const { page, faults } = await openDevices(grower)
  const list = page.getByRole('list', { name: 'Devices' })
  await page.getByText('100 devices, 1 silent').waitFor()
  const rows = list.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(100)
  expect(await rows.first().textContent()).toMatch(/^<img src=x onerror=alert\(1\)>.*Silent since /)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme)
      expect([width, theme, await axe(page)]).toEqual([width, theme, []])
    }
    expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width])
  }

  // The name and the menu of a row are its tab stops.
  await rows.first().getByRole('link').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // The menu takes the focus after it is shown.
  await page.locator('[role=menuitem]:focus').getByText('History').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Edit device' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Search by name or id').fill('bench 99')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Search by name or id').fill('')
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('menuitemradio', { name: 'Cards' }).click()
  await page.getByRole('article').first().waitFor()
  await page.reload()
  await page
    .getByRole('article')
    .first()
    .getByText(/^Silent since /)
    .waitFor()

  const { page: looking } = await application.openAs(viewer, `/mydevice?household=${householdId}`)
  await looking.getByText('You can look at this household, not change it.').waitFor()
  await looking.getByRole('list', { name: 'Devices' }).waitFor()
  expect(await looking.getByRole('button', { name: 'Add a device' }).count()).toBe(0)
  expect(await axe(looking)).toEqual([])
  expect(faults).toEqual([])
})

function problem(title: string): string {
  return JSON.stringify({ type: 'about:blank', title, status: 500 })
}
