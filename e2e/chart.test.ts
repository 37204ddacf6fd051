import { readFile } from 'node:fs/promises'
import { seriesRoutes, settingRoutes } from '@greenhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { chooseInChartMenu } from './chart-menu.ts'
import { axe, PHONE } from './browser.ts'
import { settled } from './settled.ts'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
  const device = await addDevice(grower, 'Tomato house', { waitTime: '600' })
  const readings = Array.from({ length: 4000 }, (_, index) => ({
    temperature: 15 + 8 * Math.sin(index / 20),
    humidity: 60,
    timestamp: new Date(Date.now() - index * 600_000).toISOString(),
  }))
  for (let sent = 0; sent < readings.length; sent += 1000)
    await sendReadings(application.server.url, device, readings.slice(sent, sent + 1000))
})

test('the chart is read with the keyboard, zoomed by dragging, and reset by Escape', async () => {
  const { page } = await application.openAs(grower, '/cookies')
  // A key pressed before the chart is loaded counts.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/chart-drawing-*.js', (route) => pressed.promise.then(() => route.continue()))
  await page.goto('/history')
  const chart = page.getByRole('application')
  await chart.waitFor()
  // Another output element summarises the newest values.
  const spoken = page.locator('output.sr-only').filter({ hasText: /^\d\d\/\d\d\/\d{4}, / })

  await chart.focus()
  await page.keyboard.press('End')
  pressed.resolve()
  await expect.poll(() => spoken.first().textContent()).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d\.\d\d: −?\d+,\d\u00a0°C$/)
  const last = await spoken.first().textContent()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => spoken.first().textContent()).not.toBe(last)

  const requested: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === seriesRoutes.history.path) requested.push(request.url())
  })
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart has no place')
  await page.mouse.move(box.x + box.width * 0.4, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + 120, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/zoom=\d+_\d+/)
  // The chosen range is requested in finer points.
  const days = (url: string) => {
    const range = new URL(url).searchParams
    return (Date.parse(range.get('to') ?? '') - Date.parse(range.get('from') ?? '')) / 86_400_000
  }
  await expect.poll(() => requested.filter((url) => days(url) < 10)).toHaveLength(1)

  // The address restores the same view.
  await page.reload()
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
  await chart.focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).not.toContain('zoom=')

  await page.getByRole('tab', { name: 'Humidity' }).click()
  await page.waitForURL(/tab=humidity/)
  await page.getByRole('application', { name: /^Humidity, / }).waitFor()
})

test('names invalid dates, and changes nothing', async () => {
  const { page } = await application.openAs(grower, '/history')
  await page.getByRole('application').waitFor()
  await page.getByRole('button', { name: 'Custom' }).click()
  const address = page.url()
  await page.getByLabel('From', { exact: true }).fill('01/01/2099')
  await page.getByText('From date cannot be after To date').waitFor()
  expect(page.url()).toBe(address)
  await page.getByLabel('From', { exact: true }).fill('01/01/2020')
  await expect.poll(() => page.getByText('From date cannot be after To date').count()).toBe(0)
  await page.getByLabel('To', { exact: true }).fill('01/01/2019')
  await page.getByText('To date cannot be before From date').waitFor()
  await page.getByLabel('To', { exact: true }).fill('01/02/2020')
  await page.getByText('No data available for the selected date range.').waitFor()
})

test('a finger moves the crosshair, and the values are in the preferred unit', async () => {
  await grower.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
  const { page } = await application.openAs(grower, '/history', { viewport: PHONE, hasTouch: true, isMobile: true })
  const plot = page.getByRole('application').locator('.u-over')
  await plot.waitFor()
  await settled(page)
  await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x = 0, y = 0, width = 0, height = 0 } = (await plot.boundingBox()) ?? {}
  const cdp = await page.context().newCDPSession(page)
  for (const [type, share] of [
    ['touchStart', 0.4],
    ['touchMove', 0.5],
  ] as const) {
    const touchPoints = [{ x: x + width * share, y: y + height / 2 }]
    await cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await expect.poll(() => page.getByText(/^−?\d+,\d\u00a0°F$/).count()).toBeGreaterThan(0)
  await grower.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: true } })
})

test('every value of the drawn series is saved, although the chart shows summaries', async () => {
  const { page, faults } = await application.openAs(grower, '/history?range=30d')
  await page.getByLabel('Device', { exact: true }).selectOption({ label: 'Tomato house' })
  const saving = page.waitForEvent('download')
  await chooseInChartMenu(page, 'All values (CSV)')
  const file = await readFile(await (await saving).path(), 'utf8')
  const [head, ...rows] = file.trim().split('\r\n')
  expect(head).toBe('time,device,metric,channel,label,value,unit')
  expect(rows).toHaveLength(4000)
  expect(new Set(rows.map((row) => row.split(',').slice(1, 3).join()))).toEqual(new Set(['Tomato house,temperature']))
  // A chart of a day shows each of them, and the menu counts them.
  await page.goto('/history?range=24h')
  await page.getByRole('application').locator('.u-over').waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Chart menu' }).click()
  await page
    .getByRole('menu', { name: 'Chart menu' })
    .getByText(/^14[3-5] readings$/)
    .waitFor()
  expect(faults).toEqual([])
})

test('a chart holds series of several devices, and its address restores all of it', async () => {
  const second = await addDevice(grower, 'Cellar', { waitTime: '600' })
  const readings = Array.from({ length: 100 }, (_, index) => ({
    temperature: 9 + Math.cos(index / 9),
    humidity: 80,
    timestamp: new Date(Date.now() - index * 600_000).toISOString(),
  }))
  await sendReadings(application.server.url, second, readings)
  const cellar = await grower.call(seriesRoutes.list, { params: { deviceId: second.deviceId } })
  const { page, faults } = await application.openAs(grower, '/history?range=7d')
  await page.getByLabel('Device', { exact: true }).selectOption({ label: 'Tomato house' })
  const add = page.getByLabel('Add a series')
  const seriesOf = (metric: string) => cellar.find((one) => one.metric === metric)?.seriesId ?? ''
  await add.selectOption(seriesOf('temperature'))
  await page.getByRole('application', { name: /^Temperature, .*, 2 series/ }).waitFor()
  await add.selectOption(seriesOf('humidity'))
  await expect.poll(() => page.getByRole('application').count()).toBe(2)

  // One crosshair for all plots: the chips have its values.
  const chips = page.getByRole('list', { name: 'Series of Temperature' })
  const chip = chips.getByRole('button', { name: /^Cellar/ })
  const newest = await chip.textContent()
  await page.getByRole('application').last().focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => chip.textContent()).not.toBe(newest)

  await chooseInChartMenu(page, 'Compare with the 7 days before')
  await chips.getByRole('button', { name: /^Tomato house, 7 days before/ }).waitFor()
  await chip.click()
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('false')
  await page.getByRole('button', { name: 'Earlier' }).click()
  await page.waitForURL(/end=\d+/)
  await page.reload()
  await chips.getByRole('button', { name: /^Tomato house, 7 days before/ }).waitFor()
  expect(await chip.getAttribute('aria-pressed')).toBe('false')
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.poll(() => page.url()).not.toContain('end=')

  const saved = page.waitForEvent('download')
  await chooseInChartMenu(page, 'CSV of what is shown')
  expect((await saved).suggestedFilename()).toBe('history.csv')
  const picture = page.waitForEvent('download')
  await chooseInChartMenu(page, 'PNG')
  expect((await picture).suggestedFilename()).toBe('history.png')
  await chooseInChartMenu(page, 'Show as table')
  await page.getByRole('table', { name: /7 days before$/ }).waitFor()
  await page.getByRole('heading', { name: 'Summary, 7 days' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})
