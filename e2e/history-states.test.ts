import { seriesRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice } from '../testing/growers.ts'
import { useApplication } from './application.ts'

const application = useApplication()

test('the history says that there are no devices, and no data of a metric that was never sent', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.openAs(grower, '/history')
  await page.getByText('No devices', { exact: true }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Add a device' }).waitFor()
  const device = await addDevice(grower, 'Shelf')
  await sendReadings(application.server.url, device, [{ temperature: 20 }])
  await page.goto(`${application.server.url}/history?tab=humidity`)
  await page.getByRole('tab', { name: 'Humidity', selected: true }).waitFor()
  await page.getByText('No data available', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a history is requested once the dates have not changed for 300 ms', async () => {
  const grower = await application.register('Bo')
  const device = await addDevice(grower, 'Shelf')
  await sendReadings(application.server.url, device, [{ temperature: 20 }])
  const { page } = await application.openAs(grower, '/history')
  await page.getByRole('application').waitFor()
  const asked = rangesAskedFor(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 5000)
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.clock.runFor(1000)
  const from = page.getByLabel('From', { exact: true })
  for (const date of ['01/03/2026', '02/03/2026', '03/03/2026']) {
    await from.fill(date)
    await page.clock.runFor(299)
  }
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toBe('2026-03-02T23:00:00.000Z')
})

/** Collects the requested starts that the test chose; a page also requests the last month by itself. */
function rangesAskedFor(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const from = searchParams.get('from') ?? ''
    if (pathname === seriesRoutes.history.path && from < '2026-04') asked.push(from)
  })
  return asked
}
