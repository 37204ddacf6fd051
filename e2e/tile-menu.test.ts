import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, PHONE } from './browser.ts'

const application = useApplication()

/** The dashboard of somebody whose device has sent a reading. */
async function aDashboard(name: string, options: Parameters<typeof application.openAs>[2] = {}) {
  const grower = await application.register(name)
  const device = await addDevice(grower, 'North end')
  await sendReadings(application.server.url, device, { temperature: 21.4, humidity: 63, soilMoisture: 40 })
  const { page, faults } = await application.openAs(grower, '/', options)
  await menu(page, 'Temperature').waitFor()
  return { page, faults, device }
}

const menu = (page: Page, label: string) => page.getByRole('button', { name: `Change ${label}`, exact: true })
const entry = (page: Page, label: string) => page.getByRole('menuitem', { name: label, exact: true })
const link = (page: Page, name: RegExp) => page.getByRole('link', { name })

test('a series is named, calibrated, hidden and shown again from its tile', async () => {
  const { page, faults } = await aDashboard('Ida')
  await menu(page, 'Temperature').click()
  expect(await axe(page)).toEqual([])
  await entry(page, 'Edit label').click()
  await page.getByRole('dialog').getByLabel('Label').fill('Bench')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await link(page, /^Bench, North end, 21,4\s°C/).waitFor()
  await expect.poll(() => menu(page, 'Bench').evaluate((button) => button === document.activeElement)).toBe(true)

  await menu(page, 'Bench').click()
  await entry(page, 'Calibrate').click()
  await page.getByRole('dialog', { name: 'Calibrate Bench' }).getByLabel('Offset, °C').fill('1')
  await page.getByRole('button', { name: 'Save calibration' }).click()
  await page.getByText('Bench is calibrated').waitFor()

  await menu(page, 'Bench').click()
  await entry(page, 'Hide').click()
  await menu(page, 'Bench').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await menu(page, 'Bench').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(faults).toEqual([])
})

test('the menu of a tile is used with the keyboard, and leads to the limits of its series', async () => {
  const { page, faults, device } = await aDashboard('Jon')
  await link(page, /^Humidity, North end/).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => entry(page, 'Edit label').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => menu(page, 'Humidity').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => entry(page, 'Edit label').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Alert conditions' }).waitFor()
  expect(await page.getByLabel('Device', { exact: true }).inputValue()).toBe(device.deviceId)
  expect(await page.getByRole('button', { name: 'Humidity', exact: true }).getAttribute('aria-pressed')).toBe('true')
  expect(faults).toEqual([])
})

test('“Alert me above…” opens a rule on the series of its tile', async () => {
  const { page, faults } = await aDashboard('Lea')
  await menu(page, 'Soil moisture').click()
  await entry(page, 'Alert me above…').click()
  await page.getByRole('heading', { name: 'New rule' }).waitFor()
  const chosen = page.getByRole('combobox', { name: 'Quantity' })
  expect(await chosen.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label)).toBe('Soil moisture')
  await page.getByRole('slider', { name: 'Limit' }).waitFor()
  expect(faults).toEqual([])
})

test('the menus of tiles are 44 pixels wide and high for a finger, and the panel leads to the page of its device', async () => {
  const { page, faults, device } = await aDashboard('Kim', { viewport: PHONE, hasTouch: true, isMobile: true })
  for (const label of ['Temperature', 'Humidity', 'Soil moisture']) {
    const box = await menu(page, label).boundingBox()
    expect([label, box?.width, box?.height]).toEqual([label, 44, 44])
  }
  await menu(page, 'Temperature').click()
  const opened = await page.getByRole('menu', { name: 'Change Temperature' }).boundingBox()
  expect(opened?.x).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All sensors of North end' }).click()
  await page.waitForURL(`**/mydevice/${device.deviceId}`)
  expect(faults).toEqual([])
})

test('a tile on a phone shows its whole label at any age of its value', async () => {
  const { url } = application.server
  const grower = await application.register('Ulf')
  const device = await addDevice(grower, 'North end', { waitTime: '3600' })
  const time = new Date(Date.now() - 25 * 60_000).toISOString()
  await sendReadings(url, device, { temperature: 21.4, humidity: 63, soil_temperature: 18, soil_moisture_1: 40, time })
  const { page } = await application.openAs(grower, '/', { viewport: { ...PHONE, width: 360 } })
  await page.getByText('25 min', { exact: true }).first().waitFor()
  for (const name of [/^Temperature, North end/, /^Soil temperature, North end/]) {
    const cut = await link(page, name).evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      const [text, box] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
      return [text.width > box.width, text.height > box.height + 1]
    })
    expect(cut).toEqual([false, false])
  }
})
