import { randomUUID } from 'node:crypto'
import {
  alertRoutes,
  channelRoutes,
  conditionRoutes,
  episodeRoutes,
  liveRoutes,
  plantRoutes,
} from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { chooseInChartMenu } from './chart-menu.ts'
import { axe, openAs, PHONE, WIDE } from './browser.ts'
import { settled } from './settled.ts'
import { connectBoard, sensorData } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'

const application = useApplication()

const openAlerts = (page: Page) => page.getByRole('list', { name: 'Open alerts' }).locator('> li')
const closedAlerts = (page: Page) => page.getByRole('list', { name: 'Closed alerts' }).locator('> li')
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')

/** Resolves once the alerts of a person are shown live. */
const untilSubscribed = (page: Page) =>
  page.waitForResponse(
    (reply) =>
      reply.url().endsWith(liveRoutes.subscribe.path) && reply.request().postData()?.includes('Household/') === true,
  )

/** A board that is connected, with a rule on its temperature: 28 °C or more. */
async function addBoard(grower: Grower, deviceName: string) {
  const device = await addDevice(grower, deviceName)
  const { deviceId: userDeviceId } = device
  await grower.call(conditionRoutes.createForDevice, {
    body: { userDeviceId, sensorType: 'Temperature', condition: '>=28' },
  })
  const board = await connectBoard(application.server.mqttPort, device)
  const publish = async (temperature: number) => {
    await board.publishAsync(sensorData(device), JSON.stringify({ temperature, humidity: 55 }), { qos: 1 })
  }
  return { ...device, board, publish }
}

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])(
  'an alert on a %s screen opens, is acknowledged in one browser for all, and closes when a value is back',
  async (look, viewport) => {
    const grower = await application.register(look === 'wide' ? 'Asta' : 'Bo')
    const { deviceId, board, publish } = await addBoard(grower, 'Tomato house')
    await publish(21)
    const { page, faults } = await application.visit({ viewport })
    await Promise.all([untilSubscribed(page), openAs(page, grower, '/')])
    await publish(31.2)
    await page.getByText('1 new alert(s) received').waitFor()

    await page.goto('/alerts')
    const row = openAlerts(page)
    await row.waitFor()
    const says = () => row.textContent().then(plain)
    expect(await says()).toContain('High temperature Tomato house')
    await expect.poll(says).toContain('now31,2 °C')
    expect(await says()).toMatch(/highest31,2 °C at \d\d\.\d\d/)
    // Live readings update the current and the worst value.
    await publish(33.5)
    await expect.poll(says).toContain('now33,5 °C')
    await expect.poll(says).toContain('highest33,5 °C')
    await publish(32)
    await expect.poll(says).toContain('now32,0 °C')
    expect(await says()).toContain('highest33,5 °C')
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

    // Another browser acknowledges; here the sentence appears and the button disappears.
    const other = await application.openAs(grower, '/alerts', { viewport })
    await other.page.getByRole('button', { name: 'Mute 2 h' }).click()
    await page.getByText(/^Muted until /).waitFor()
    await page.getByRole('button', { name: 'Unmute' }).click()
    await other.page.getByRole('button', { name: 'Mute 2 h' }).waitFor()
    await other.page.getByRole('button', { name: 'Acknowledge' }).press('Enter')
    await page.getByText(/Acknowledged by (?:Asta|Bo) \d\d\.\d\d/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0)
    // The row turns in place, and has the focus.
    await other.page.getByText('Reminders stop, the alert stays open.').waitFor()
    expect(await other.page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    await other.page.getByLabel('Note', { exact: true }).fill('vents tonight')
    await other.page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('vents tonight').waitFor()

    // The chart shows the episode while it is open.
    const chart = await application.openAs(grower, `/history?device=${deviceId}&tab=temperature`, {
      viewport,
    })
    const marks = chart.page.getByRole('list', { name: 'Alerts' }).getByRole('button')
    await marks.first().click()
    const words = chart.page.getByText(/Alert: Temperature in Tomato house, above/)
    await expect
      .poll(() => words.first().textContent().then(plain))
      .toContain('It is still open and has reached 33,5 °C.')

    await publish(20)
    await expect.poll(() => openAlerts(page).count()).toBe(0)
    await expect
      .poll(() =>
        closedAlerts(page)
          .allTextContents()
          .then((all) => all.map(plain)),
      )
      .toEqual([expect.stringMatching(/High temperature Tomato house.*highest 33,5 °C, limit 28 °C/)])
    await expect
      .poll(() => marks.first().getAttribute('aria-label').then(plain))
      .toMatch(/It lasted .* and reached 33,5 °C\./)
    await chooseInChartMenu(chart.page, 'Show as table')
    await chart.page
      .getByRole('region', { name: 'Events as a table' })
      .getByText(/It lasted/)
      .waitFor()
    expect(await axe(page)).toEqual([])
    await board.endAsync(true)
    expect([...faults, ...other.faults, ...chart.faults]).toEqual([])
  },
)

test('a closed alert has a dot until it is viewed, and a plant that is due stays open', async () => {
  const grower = await application.register('Cai')
  const { board, publish } = await addBoard(grower, 'Shed')
  await publish(30)
  const { page, faults } = await application.openAs(grower, '/alerts')
  await openAlerts(page).getByRole('button', { name: 'Acknowledge' }).click()
  const alerts = page.getByRole('link', { name: /^Alerts/ })
  const mark = alerts.getByText('something closed since your last visit')
  await expect.poll(() => mark.count()).toBe(0)
  await page.getByRole('link', { name: 'Plants' }).first().click()
  await page.getByRole('heading', { name: 'Plants', level: 1 }).waitFor()
  // A due plant is not counted, and a new note is closed.
  const plant = {
    plantName: 'Lemon',
    plantType: 'Citrus',
    plantNotes: '',
    waterEvery: 7,
    planted: '2026-01-01T00:00:00Z',
  }
  const { plantId } = await grower.call(plantRoutes.create, { body: plant })
  const { conditionAlertPlantId } = await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  const door = { alertName: 'Door', alertDesc: 'It stands open', isPlantCondition: true }
  await grower.call(alertRoutes.create, { body: { ...door, alertConditionId: conditionAlertPlantId } })
  await mark.first().waitFor({ state: 'attached' })
  expect(await alerts.getByText(/\d open$/).count()).toBe(0)
  await page
    .getByRole('link', { name: /^Alerts/ })
    .first()
    .click()
  await openAlerts(page).getByRole('button', { name: 'Water Lemon' }).waitFor()
  const note = closedAlerts(page).filter({ hasText: 'It stands open' })
  await note.getByText('New', { exact: true }).waitFor()
  await expect.poll(() => mark.count()).toBe(0)
  await page.reload()
  await note.waitFor()
  await settled(page)
  expect(await page.getByText('New', { exact: true }).count()).toBe(0)
  await board.endAsync(true)
  expect(faults).toEqual([])
})

test('an open alert shows the delivery of its messages', async () => {
  const grower = await application.register('Finn')
  // A name that no resolver knows.
  const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'greenhouse' } as const
  await grower.call(channelRoutes.create, { body: { name: 'Phone', target } })
  const { board, publish } = await addBoard(grower, 'Shed')
  await publish(30)
  const { page, faults } = await application.openAs(grower, '/alerts')
  await openAlerts(page)
    .getByText(/^(?:Sending to Phone|Phone failed, next try \d\d\.\d\d)$/)
    .waitFor()
  await board.endAsync(true)
  expect(faults).toEqual([])
})

test('filters alerts by device and severity, which the address keeps', async () => {
  const grower = await application.register('Dan')
  const [warm, cool] = [await addBoard(grower, 'Warm house'), await addBoard(grower, 'Cool house')]
  await warm.publish(30)
  await cool.publish(31)
  const { page, faults } = await application.openAs(grower, `/alerts?device=${cool.deviceId}`)
  await expect.poll(() => openAlerts(page).allTextContents()).toEqual([expect.stringContaining('Cool house')])
  await page.goto(`/alerts?device=${cool.deviceId}&severity=critical`)
  await page.getByText('No alerts found').waitFor()
  await page.getByRole('button', { name: 'Critical Clear' }).click()
  await expect.poll(() => openAlerts(page).count()).toBe(1)
  await page.reload()
  await expect.poll(() => openAlerts(page).allTextContents()).toEqual([expect.stringContaining('Cool house')])
  await page.getByRole('button', { name: 'Cool house Clear' }).click()
  await expect.poll(() => openAlerts(page).count()).toBe(2)
  // The two rules say the same, so one switch turns both off, which closes their episodes with the reason.
  await page.getByRole('switch', { name: /^Temperature .*Cool house/ }).click()
  await expect.poll(() => closedAlerts(page).getByText('Its rule was turned off').count()).toBe(2)
  await Promise.all([warm.board.endAsync(true), cool.board.endAsync(true)])
  expect(faults).toEqual([])
})

test('shows fifty of ten thousand episodes, and more on request', async () => {
  const grower = await application.register('Eva')
  const { board, publish } = await addBoard(grower, 'Old house')
  await publish(30)
  await expect
    .poll(() => grower.call(episodeRoutes.list, { query: { state: 'open' } }).then(({ length }) => length))
    .toBe(1)
  await publish(20)
  await expect
    .poll(() => grower.call(episodeRoutes.list, { query: { state: 'closed' } }).then(({ length }) => length))
    .toBe(1)
  await repeatEpisode(grower.email, 10_000)
  const { page, faults } = await application.openAs(grower, '/plants')
  await page.getByRole('heading', { name: 'Plants', level: 1 }).waitFor()
  await page
    .getByRole('link', { name: /^Alerts/ })
    .first()
    .click()
  // Repeats of a day are one row.
  const counted = async () =>
    (await closedAlerts(page).allTextContents())
      .map((row) => Number(/(\d+) times/.exec(row.replace(/, \d+ times/, ''))?.[1] ?? 1))
      .reduce((sum, count) => sum + count, 0)
  await expect.poll(counted).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(counted).toBe(100)
  await board.endAsync(true)
  expect(faults).toEqual([])
})

/** Copies the only episode into the past, an hour apart, since boards would be too slow. */
async function repeatEpisode(email: string, count: number): Promise<void> {
  const { query } = application.server
  const [episode = {}] = await query('select * from episode limit 1')
  const columns = Object.keys(episode)
  const past = new Set(['opened_at', 'worst_at', 'closed_at', 'known_at', 'closed_known_at'])
  const values = columns.map((name) =>
    name === 'id' ? 'added.new_id' : past.has(name) ? `${name} - cast(added.hours as bigint) * 3600000` : `"${name}"`,
  )
  const added = Array.from({ length: count }, (_, index) => `('${randomUUID()}', ${index + 1})`)
  await query(
    `with added (new_id, hours) as (values ${added.join(', ')})
     insert into episode (${columns.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')} from episode, added
     where household_id = (select id from "user" where email = '${email}')`,
  )
}
