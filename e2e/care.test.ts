import { randomUUID } from 'node:crypto'
import { conditionRoutes, plantRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { openAs } from './browser.ts'
import { connectBoard } from '../testing/boards.ts'
import { addDevice } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { settled } from './settled.ts'

const application = useApplication()

test('a crossed limit shows at once in toast, mark, list and chart', async () => {
  const grower = await application.register('Eva')
  const device = await addDevice(grower, 'Tomato house')
  await grower.call(plantRoutes.create, {
    body: {
      plantName: 'Lemon',
      plantType: 'Citrus',
      waterEvery: 3,
      planted: '2026-01-01T00:00:00Z',
    },
  })
  const board = await connectBoard(application.server.mqttPort, device)
  const publish = (temperature: number) =>
    board.publishAsync(`Device/${device.deviceId}/SensorData`, JSON.stringify({ temperature }), { qos: 1 })
  await publish(20)

  const { page, faults } = await application.openAs(grower, '/myalertcondition')
  await page.getByRole('button', { name: 'Add Plant Condition' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await dialog.getByText('Please select a plant.').waitFor()
  await dialog.getByLabel('Plant', { exact: true }).selectOption('Lemon')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await page.getByText('Plant condition created').waitFor()
  await page.getByText('Water Notify On').waitFor()
  await page.getByText('1 new alert(s) received').waitFor()

  await page.getByLabel('View Device Condition').click()
  await page.waitForURL('**/myalertcondition?view=devices')
  await page.getByRole('link', { name: 'Add Device Condition' }).click()
  const limit = page.getByRole('slider', { name: 'Limit' })
  const type = async (text: string) => {
    await limit.press('Enter')
    await page.getByRole('textbox', { name: 'Limit, number' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await type('131')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Value must be ≤ 130 °C').waitFor()
  await type('28,5')
  await page.getByRole('button', { name: /^Hold: / }).click()
  await page.getByRole('textbox', { name: 'For at least, min' }).fill('0')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Device condition created').waitFor()
  await page.getByText('≥ 28,5 °C').waitFor()

  await page.getByRole('link', { name: 'Add Device Condition' }).click()
  await type('28.50')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('A condition with these values and sensor already exists in this device.').first().waitFor()

  // One toast on another page shows the alerts of a real board.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Your device' }).waitFor()
  await publish(31.2)
  await publish(32)
  const named = page.getByRole('link', { name: /^Tomato house 31,2\s°C, above 28,5\s°C$/ })
  // It stays while it is hovered.
  await named.hover()
  const box = await page.getByRole('region', { name: 'Messages' }).boundingBox()
  const below = box && (page.viewportSize()?.height ?? 0) - box.y - box.height
  expect([box?.x, below].map((side) => Math.round(side ?? 0))).toEqual([24, 24])
  await page
    .getByRole('link', { name: /^Alerts/ })
    .getByText('1 open')
    .waitFor({ state: 'attached' })

  // The toast leads to its row in the list, which shows the next one live.
  await named.click()
  await page.locator('li:has(a:focus)').getByText('Tomato house').first().waitFor()
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await expect
    .poll(() => rows.allTextContents().then((texts) => texts.join()))
    .toContain('High temperature Tomato house')
  // Rows stay as they are while one has the focus.
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).click()
  const toasts = page.getByText('new alert(s) received')
  await expect.poll(() => toasts.count()).toBe(0)
  await page.clock.install()
  await publish(20)
  await publish(40)
  await expect.poll(() => rows.count()).toBe(3)
  // No toast appears while the list is shown: waits longer than alerts are batched.
  await page.clock.runFor(2000)
  await settled(page)
  expect(await toasts.count()).toBe(0)

  // A double click on the condition opens its page.
  await rows.filter({ hasText: 'highest 32,0 °C' }).getByRole('link', { name: 'High temperature Tomato house' }).click()
  await page.waitForURL('**/myalertcondition?view=devices')
  await page.getByText('≥ 28,5 °C').dblclick()
  await type('30')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Device condition updated').waitFor()

  // The chart shows the limit and the alerts.
  await page.goto('/history')
  await page.getByRole('application').waitFor()
  await page.getByRole('list', { name: 'Alerts' }).getByRole('button').first().waitFor()

  await page.goto('/myalertcondition?view=devices')
  await page.getByRole('button', { name: /^Delete Temperature/ }).click()
  await page.getByText('This action cannot be undone.').waitFor()
  await page.getByRole('button', { name: 'Delete condition' }).click()
  await page.getByText('≥ 30 °C').waitFor({ state: 'detached' })
  // Every account starts with one rule on silence.
  await page.getByRole('switch', { name: 'Any device silent for 10 of its intervals' }).waitFor()
  // The dialog has a button of that name, too.
  await expect.poll(() => page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  await board.endAsync(true)
  expect(faults).toEqual([])
})

test('two hundred plants and conditions are searched, and ten thousand alerts are paged through', async () => {
  const grower = await application.register('Liv')
  const devices = []
  for (let index = 0; index < 4; index++) devices.push(await addDevice(grower, `House ${index}`))
  const { page } = await application.visit()
  for (let index = 0; index < 200; index++) {
    await grower.call(plantRoutes.create, {
      body: {
        plantName: `Plant ${index}`,
        plantType: 'Herb',
        waterEvery: 7,
      },
    })
    const condition = {
      userDeviceId: devices[index % 4]?.deviceId ?? '',
      sensorType: 'Temperature' as const,
      condition: `>=${(index / 10).toFixed(1)}`,
    }
    await grower.call(conditionRoutes.createForDevice, { body: condition })
  }
  await addAlerts(grower.email, 10_000)
  await openAs(page, grower, '/plants')
  // More than sixty are a list of folded sections, whose line counts them.
  const later = page.getByRole('region', { name: 'This week' })
  await expect.poll(() => later.textContent()).toContain('200')
  await page.getByRole('searchbox').pressSequentially('plant 19', { delay: 20 })
  await page.getByRole('button', { name: 'Show 3 more' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(11)
  await page.goto('/alerts')
  const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  for (let pages = 2; pages <= 5; pages++) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(pages * 50)
  }
  await page.goto('/myalertcondition?view=devices')
  const limits = page.getByRole('button', { name: /^Delete Temperature/ })
  await expect.poll(() => limits.count()).toBe(200)
  await page.getByRole('searchbox').pressSequentially('>= 19', { delay: 20 })
  await expect.poll(() => limits.count()).toBe(10)
}, 240_000)

/** Inserts the alerts directly, since the API would be too slow. */
async function addAlerts(email: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    return `('${randomUUID()}', 'Alert ${number}', ${Date.now() - number * 60_000})`
  })
  await application.server.query(
    `with added (id, description, at) as (values ${rows.join(', ')})
     insert into alert (id, household_id, name, description, at)
     select added.id, "user".id, 'House', added.description, added.at from added, "user" where "user".email = '${email}'`,
  )
}
