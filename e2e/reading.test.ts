import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { PASSWORD } from '../testing/growers.ts'
import { ON_CLUSTER } from '../testing/on-cluster.ts'
import { useOwnApplication } from './application.ts'
import { chooseInChartMenu } from './chart-menu.ts'
import { untilConnected } from './until-connected.ts'

const application = useOwnApplication()

test('a reading travels from a board to the chart', async () => {
  const { page, faults } = await application.visit()
  const text = (words: string | RegExp) => page.getByText(words).first()

  // Registers, and logs in.
  await page.goto('/')
  await page.getByRole('button', { name: 'Register' }).click()
  const form = page.getByRole('form', { name: 'Register' })
  await form.getByLabel('First name').fill('Asta')
  await form.getByLabel('Last name').fill('Holm')
  await form.getByLabel('Email').fill('asta@example.org')
  const birthday = form.getByLabel('Birthday', { exact: true })
  await birthday.pressSequentially('04051990')
  expect(await birthday.inputValue()).toBe('04/05/1990')
  await form.getByLabel('Country').selectOption('Denmark')
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Register' }).click()
  await text('Registered successfully! You can now log in.').waitFor()
  await page.getByRole('button', { name: 'Login' }).click()
  const login = page.getByRole('form', { name: 'Login' })
  await login.getByLabel('Email').fill('asta@example.org')
  await login.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await login.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: /^Good .*, Asta$/ }).waitFor()
  await text('No devices connected').waitFor()

  // Adds a device; its token is shown.
  await page.getByRole('link', { name: 'Add a device' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^ESPHome/ }).click()
  await dialog.getByLabel('Name').fill('Tomato house')
  const block = (await dialog.locator('pre').first().textContent()) ?? ''
  const [, deviceId = '', token = ''] = /client_id: "(.+)"\n {2}username: "(.+)"/.exec(block) ?? []
  expect(token.length).toBeGreaterThan(30)
  if (!ON_CLUSTER) await dialog.getByRole('button', { name: 'What sends is on the server’s machine' }).click()
  await dialog.getByRole('button', { name: 'I have pasted it' }).click()
  await dialog.getByRole('button', { name: 'Close, it goes on waiting' }).click()

  // A real board connects and sends; the dashboard changes without a reload.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await text('No data').waitFor()
  const options = { clientId: deviceId, username: token, password: token }
  const board = await connectAsync(`mqtt://127.0.0.1:${application.server.mqttPort}`, {
    ...options,
    reconnectPeriod: 200,
  })
  const publish = (temperature: number) =>
    board.publishAsync(`Device/${deviceId}/SensorData`, JSON.stringify({ temperature, humidity: 63 }), { qos: 1 })
  await publish(21.4)
  await text('21,4').waitFor()
  await publish(22.6)
  await text('22,6').waitFor()
  await text(/^21,4 to 22,6/).waitFor()
  await publish(21.9)
  await text('21,9').waitFor()
  await text(/^21,4 to 22,6/).waitFor()
  await text(/^Live, /).waitFor()

  // The chart has all points, and takes another one live.
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('application', { name: /^Temperature, / }).waitFor()
  await chooseInChartMenu(page, 'Show as table')
  const rows = page.getByRole('region', { name: /as a table$/ }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(3)
  await publish(-3.2)
  await expect.poll(() => rows.count()).toBe(4)
  expect(await rows.last().textContent()).toContain('−3,2')

  // Everything is still there after a reload, and after the server has died under the open page.
  await page.reload()
  await chooseInChartMenu(page, 'Show as table')
  await expect.poll(() => rows.count()).toBe(4)
  await application.server.kill()
  await text(/Connection lost/).waitFor()
  await application.server.start()
  await expect.poll(() => board.connected).toBe(true)
  await untilConnected(page)
  await publish(19.8)
  await expect.poll(() => rows.count()).toBe(5)

  // Signs out: what the browser kept is gone, and the way back leads to the sign-in.
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await text('Logged out').waitFor()
  await page.waitForURL('**/signin')
  expect(await page.evaluate(() => localStorage.getItem('greenhouse.token'))).toBeNull()
  await page.goto('/history')
  await page.waitForURL('**/signin')

  await board.endAsync(true)
  expect(faults).toEqual([])
})
