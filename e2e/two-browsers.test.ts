import { conditionRoutes, deviceRoutes, liveRoutes, plantRoutes, settingRoutes } from '@greenhouse/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, register, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { openAs, openBrowser, visit } from './browser.ts'

/** How soon the other browser shows a change, in milliseconds. */
const SOON = { timeout: 2000 }

let browser: Browser
let server: RunningServer
let grower: Grower

beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer()])
  grower = await register(server.url)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test('plants, devices, conditions and settings that one browser changes are in the other within two seconds', async () => {
  const { page } = await visit(browser, server.url, { reducedMotion: 'reduce' })
  const subscribed = (path: string) => {
    const heard = page.waitForResponse((response) => {
      return (
        response.url().endsWith(liveRoutes.subscribe.path) && (response.request().postData() ?? '').includes('changes-')
      )
    })
    return Promise.all([heard, openAs(page, grower, path)])
  }

  await subscribed('/mydevice')
  const { deviceId, deviceName } = await addDevice(grower, 'Bench')
  await page.getByText(deviceName).first().waitFor(SOON)
  await grower.call(deviceRoutes.edit, { query: { userDeviceId: deviceId }, body: { deviceName: 'Table' } })
  await page.getByText('Table').first().waitFor(SOON)

  await subscribed('/plants')
  const plant = { plantName: 'Lemon', plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  const { plantId } = await grower.call(plantRoutes.create, { body: plant })
  await page.getByText('Lemon').first().waitFor(SOON)
  await grower.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: true } })
  await page.locator('html[data-theme=dark]').waitFor(SOON)

  await subscribed('/myalertcondition')
  await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  await page.getByRole('main').getByText('Lemon').first().waitFor(SOON)
  // A dead plant loses its condition.
  await grower.call(plantRoutes.markDead, { query: { plantId } })
  await expect.poll(() => page.getByRole('main').getByText('Lemon').count(), SOON).toBe(0)
  await page.context().close()
})
