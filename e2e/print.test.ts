import { conditionRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { settled } from './settled.ts'

const application = useApplication()

test('Alerts and Weather are printed without what acts, and with what it acts on', async () => {
  const grower = await application.register('Pia')
  const device = await addDevice(grower, 'North end')
  await grower.call(conditionRoutes.createForDevice, {
    body: { userDeviceId: device.deviceId, sensorType: 'Temperature', condition: '>=28' },
  })
  await sendReadings(application.server.url, device, { temperature: 31 })
  const { page } = await application.openAs(grower, '/alerts')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Acknowledge' }).waitFor()
  await main.getByRole('region', { name: 'Rules that fired' }).getByRole('switch').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Acknowledge', 'Mute 2 h']) expect(await main.getByRole('button', { name }).count()).toBe(0)
  for (const name of ['Channels', 'New rule', 'All rules'])
    expect(await main.getByRole('link', { name }).count()).toBe(0)
  expect(await main.getByRole('switch').count()).toBe(0)
  await main.getByRole('region', { name: 'Open' }).getByText('31,0').first().waitFor()

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/weather')
  await main.getByRole('tab', { name: 'Wind' }).click()
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  expect(await main.getByRole('tab', { name: 'Wind' }).isVisible()).toBe(true)
  expect(await main.getByRole('tab', { name: 'Temperature' }).isVisible()).toBe(false)
  expect(await main.getByLabel('Search city').isVisible()).toBe(false)
})
