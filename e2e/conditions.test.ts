import { randomUUID } from 'node:crypto'
import { conditionRoutes, deviceRoutes, plantRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe } from './browser.ts'
import { addDevice } from '../testing/growers.ts'

const application = useApplication()
const lemon = { plantName: 'Lemon', plantType: 'Citrus', waterEvery: 7 }

test('a person without devices and plants is led to them, and can’t add a condition', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.openAs(grower, '/myalertcondition')
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add condition' })
  for (const [kind, other, path] of [
    ['Plant', 'Devices', '/plants'],
    ['Device', 'Plants', '/mydevice'],
  ] as const) {
    const title = `No ${kind.toLowerCase()}s available, add one to make an alert condition`
    if (kind === 'Device') await page.getByLabel('View Device Condition').check()
    await page.getByText(title).waitFor()
    if (kind === 'Device') {
      await page.getByRole('link', { name: 'Add Device Condition' }).click()
      await page.getByRole('heading', { name: 'New rule' }).waitFor()
      await page.getByText(title).waitFor()
      expect(await page.getByRole('main').getByRole('link', { name: 'Add a device' }).getAttribute('href')).toBe(path)
      continue
    }
    await page.getByRole('button', { name: `Add ${kind} Condition` }).click()
    await dialog.getByText(title).waitFor()
    expect(await add.count()).toBe(0)
    expect(await dialog.getByRole('link', { name: `Add a ${kind.toLowerCase()}` }).getAttribute('href')).toBe(path)
    await dialog.getByRole('tab', { name: other }).click()
    await dialog.getByText(/^No .* available/).waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }

  const { plantId } = await grower.call(plantRoutes.create, { body: lemon })
  await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  await page.goto('/myalertcondition')
  await page.getByText('Water Notify On').waitFor()
  await page.getByRole('button', { name: 'Add Plant Condition' }).click()
  await dialog.getByText('All your plants have a condition').waitFor()
  expect(await add.count()).toBe(0)
  await dialog.getByRole('tab', { name: 'Devices' }).click()
  await dialog.getByText(/^No devices available/).waitFor()
  await addDevice(grower, 'Bench')
  await page.reload()
  await page.getByRole('button', { name: 'Add Plant Condition' }).click()
  await dialog.getByRole('tab', { name: 'Devices' }).click()
  await dialog.getByRole('link', { name: 'New rule' }).click()
  await page.getByRole('heading', { name: 'New rule' }).waitFor()
  expect(faults).toEqual([])
})

test('filters conditions by device, sensor and text, and Clear shows all', async () => {
  const grower = await application.register('Bo')
  const bench = await addDevice(grower, 'Bench')
  const window = await addDevice(grower, 'Window')
  for (const [device, sensorType, condition] of [
    [bench, 'Temperature', '>=28'],
    [bench, 'AirPressure', '<=990'],
    [window, 'AirQuality', '>=900'],
  ] as const) {
    await grower.call(conditionRoutes.createForDevice, {
      body: { userDeviceId: device.deviceId, sensorType, condition },
    })
  }
  const { page } = await application.openAs(grower, '/myalertcondition?view=devices')
  const rows = page.getByRole('main').getByRole('list').getByRole('listitem')
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  const selector = page.getByRole('combobox', { name: 'Device' })
  // Every account starts with a rule on silence.
  await expect.poll(() => rows.count()).toBe(4)
  await selector.selectOption({ label: 'Bench' })
  await expect.poll(() => rows.count()).toBe(2)
  await press('Air pressure')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Air pressure')])
  await press('Air quality')
  await page.getByText('No matching conditions').waitFor()
  await press('Clear')
  await expect.poll(() => rows.count()).toBe(4)
  expect(await selector.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.label)).toBe('All Devices')
  await page.getByRole('searchbox').fill('>= 28')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('28')])
})

test('names the subject of a condition even when it can’t be found', async () => {
  const grower = await application.register('Cem')
  const { deviceId: userDeviceId } = await addDevice(grower, 'Bench')
  const { plantId } = await grower.call(plantRoutes.create, { body: lemon })
  await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  const condition = { userDeviceId, sensorType: 'Humidity', condition: '>=80' } as const
  await grower.call(conditionRoutes.createForDevice, { body: condition })
  const { page, faults } = await application.visit()
  await page.addInitScript((token) => localStorage.setItem('greenhouse.token', token), grower.token)
  const plants = await grower.call(plantRoutes.list)
  await page.route(`**${plantRoutes.list.path}*`, (route) =>
    route.fulfill({ json: plants.map((plant) => ({ ...plant, plantName: '' })) }),
  )
  await page.route(`**${deviceRoutes.list.path}*`, (route) => route.fulfill({ json: [] }))
  await page.goto('/myalertcondition')
  await page.getByText('Unnamed Plant').waitFor()
  await page.getByLabel('View Device Condition').check()
  await page.getByText('Unknown Device').first().waitFor()
  await page.unroute(`**${plantRoutes.list.path}*`)
  await page.route(`**${plantRoutes.list.path}*`, (route) => route.fulfill({ json: [] }))
  await page.goto('/myalertcondition')
  await page.getByText('Unknown Plant').waitFor()
  expect(faults).toEqual([])
})

test('filters alerts by year, and clears the year', async () => {
  const grower = await application.register('Dan')
  const { page, faults } = await application.openAs(grower, '/alerts')
  await page.getByText('No alerts found').waitFor()
  await addAlerts(grower.email, [2024, 2025])
  await page.reload()
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  const years = page.getByRole('complementary', { name: 'Years' })
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => years.getByRole('button').allTextContents()).toEqual(['2025', '2024', 'Clear'])
  await years.getByRole('button', { name: '2024' }).click()
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringMatching(/^Hail in 2024/)])
  await years.getByRole('button', { name: 'Clear' }).click()
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([expect.stringMatching(/^Hail in 2025/), expect.stringMatching(/^Hail in 2024/)])
  expect(faults).toEqual([])
})

test('an alert links to the conditions of its subject', async () => {
  const grower = await application.register('Eva')
  const { plantId } = await grower.call(plantRoutes.create, { body: { ...lemon, planted: '2026-01-01T00:00:00Z' } })
  await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  const { page } = await application.openAs(grower, '/alerts')
  await page.getByRole('list', { name: 'Alerts' }).getByRole('link').click()
  await page.getByText('Water Notify On').waitFor()
  expect(page.url()).toMatch(/\/myalertcondition$/)
})

/** Inserts an alert in the middle of each year. */
async function addAlerts(email: string, years: readonly number[]): Promise<void> {
  for (const year of years)
    await application.server.query(
      `insert into alert (id, household_id, name, description, at)
       select '${randomUUID()}', id, 'Note', 'Hail in ${year}', ${Date.UTC(year, 5)}
       from "user" where email = '${email}'`,
    )
}
