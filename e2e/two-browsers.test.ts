import { conditionRoutes, deviceRoutes, liveRoutes, plantRoutes, settingRoutes } from '@greenhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { addDevice, type Grower } from '../testing/growers.ts'
import { openAs } from './browser.ts'
import { useApplication } from './application.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  grower = await application.register()
})

test("one browser's changes of plants, devices, conditions and settings appear in another by themselves", async () => {
  const { page } = await application.visit()
  const subscribed = (path: string) => {
    const heard = page.waitForResponse((response) => {
      return (
        response.url().endsWith(liveRoutes.subscribe.path) &&
        (response.request().postData() ?? '').includes('Household/')
      )
    })
    return Promise.all([heard, openAs(page, grower, path)])
  }

  await subscribed('/mydevice')
  const { deviceId, deviceName } = await addDevice(grower, 'Bench')
  await page.getByText(deviceName).first().waitFor()
  await grower.call(deviceRoutes.edit, { query: { userDeviceId: deviceId }, body: { deviceName: 'Table' } })
  await page.getByText('Table').first().waitFor()

  await subscribed('/plants')
  const plant = { plantName: 'Lemon', plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  const { plantId } = await grower.call(plantRoutes.create, { body: plant })
  await page.getByText('Lemon').first().waitFor()
  await grower.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: true } })
  await page.locator('html[data-theme=dark]').waitFor()

  await subscribed('/myalertcondition')
  await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  await page.getByRole('main').getByText('Lemon').first().waitFor()
  // A dead plant loses its condition.
  await grower.call(plantRoutes.markDead, { query: { plantId } })
  await expect.poll(() => page.getByRole('main').getByText('Lemon').count()).toBe(0)
})
