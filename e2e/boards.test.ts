import { seriesRoutes } from '@greenhouse/contract'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, PHONE } from './browser.ts'

const application = useApplication()

const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** A message of Tasmota with a BME280. */
const tasmota = (temperature: number) => ({
  Time: '2019-11-03T19:34:28',
  BME280: { Temperature: temperature, Humidity: 66.6, Pressure: 988.6 },
  PressureUnit: 'hPa',
  TempUnit: 'C',
})

/** Opens the devices page of a new user, with a publisher that uses a token created there. */
async function aHub(name: string, options: Parameters<typeof application.openAs>[2] = {}) {
  const grower = await application.register(name)
  const { page, faults } = await application.openAs(grower, '/mydevice', options)
  await button(page, 'Make a token').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('The shed')
  await button(dialog, 'Make token').click()
  await dialog.getByText('Copy it now').waitFor()
  const [token = ''] = await dialog.locator('pre').allTextContents()
  expect(await axe(page)).toEqual([])
  await button(dialog, 'Done').click()
  await page.getByText('No unclaimed boards').waitFor()
  const hub = await connectHub(token)
  const publish = (topic: string, message: object) => hub.publishAsync(topic, JSON.stringify(message), { qos: 1 })
  return { grower, page, faults, publish }
}

async function connectHub(token: string): Promise<MqttClient> {
  const { mqttPort } = application.server
  const hub = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: token, password: token })
  onTestFinished(() => hub.endAsync(true))
  return hub
}

/** Returns every temperature of the user's only device. */
async function temperatures({ call }: Grower): Promise<number[]> {
  const series = (await call(seriesRoutes.newest, {})).find(({ metric }) => metric === 'temperature')
  if (!series) return []
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((time) => new Date(time).toISOString())
  const query = { series: series.seriesId, from: from ?? '', to: to ?? '', points: 500 }
  const history = await call(seriesRoutes.history, { query })
  return history.series.flatMap(({ mean }) => mean)
}

test('a board with a hub token appears by itself, and two clicks make a live device of it', async () => {
  const { grower, page, faults, publish } = await aHub('Gro')
  for (const temperature of [20, 21, 22]) await publish('tele/tasmota_8F2A11/SENSOR', tasmota(temperature))
  const panel = page.getByRole('region', { name: 'New boards' })
  await panel.getByText('22,0').waitFor()
  await panel.getByText('Tasmota', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])

  await button(panel, /^Claim tasmota_8F2A11/).click()
  const sheet = page.getByRole('dialog', { name: 'Claim this board' })
  await sheet.getByText('3 readings since').waitFor()
  expect(await axe(page)).toEqual([])
  await button(sheet, 'Claim board').click()

  await page.getByText(/is claimed$/).waitFor()
  const tile = page.getByRole('article', { name: 'tasmota_8F2A11' })
  await tile.getByText(/^Live, /).waitFor()
  const link = tile.getByRole('link', { name: 'tasmota_8F2A11' })
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => temperatures(grower)).toEqual([20, 21, 22])
  await expect.poll(() => button(panel, /^Claim/).count()).toBe(0)

  await publish('tele/tasmota_8F2A11/SENSOR', tasmota(25))
  await tile.getByText('25,0').waitFor()
  expect(faults).toEqual([])
})

test('a board with a hostile name is claimed in a bottom sheet on a phone', async () => {
  const { page, faults, publish } = await aHub('Ida', { viewport: PHONE, colorScheme: 'dark', hasTouch: true })
  const name = '<img src=x onerror=alert(1)>'
  for (const moisture of [40, 41]) {
    await publish(`zigbee2mqtt/${name}`, { temperature: 27.34, soil_moisture: moisture, battery: 90, linkquality: 120 })
  }
  await button(page, `Claim ${name}`).tap()
  const sheet = page.getByRole('dialog', { name: 'Claim this board' })
  expect(await sheet.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
  await sheet.getByLabel('Label of Soil moisture').fill('Cucumber')
  await sheet.getByLabel('Name', { exact: true }).fill('Bed')
  const { y = 0, height = 0 } = (await button(sheet, 'Claim board').boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(PHONE.height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await button(sheet, 'Claim board').tap()
  const tile = page.getByRole('article', { name: 'Bed' })
  await tile.getByText('Cucumber').waitFor()
  await tile.getByText('41').waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('an ignored board stays hidden until it is shown, and a removed hub token disappears', async () => {
  const { page, faults, publish } = await aHub('Ove')
  for (const temperature of [20, 21]) await publish('tele/plug/SENSOR', tasmota(temperature))
  await button(page, 'Ignore plug').click()
  await page.getByText('plug is ignored').waitFor()
  await page.getByText('No unclaimed boards').waitFor()
  await button(page, 'Show ignored boards (1)').click()
  await button(page, 'Show plug').click()
  await button(page, 'Ignore plug').waitFor()

  const bluetooth = () => publish('home/gateway/BTtoMQTT/A4C138F0B2D1', { id: 'A4:C1:38:F0:B2:D1', tempc: 21.5 })
  await bluetooth()
  await page.getByText('Heard once: 1 more').waitFor()
  await bluetooth()
  await button(page, 'Claim A4C138F0B2D1').waitFor()
  await expect.poll(() => page.getByText('Heard once').count()).toBe(0)

  await button(page, 'Remove The shed').click()
  await button(page.getByRole('dialog'), 'Remove token').click()
  await page.getByText('The shed is removed').waitFor()
  await expect.poll(() => button(page, 'Remove The shed').count()).toBe(0)
  await page.getByRole('heading', { name: 'My devices' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})
