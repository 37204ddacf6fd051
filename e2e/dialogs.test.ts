import { conditionRoutes, plantRoutes } from '@greenhouse/contract'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, PASSWORD, register, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { openAs, openBrowser, PHONE, visit, WIDE } from './browser.ts'

const UNREACHABLE = 'The server can’t be reached. Check the connection and try again.'

let browser: Browser
let server: RunningServer
let grower: Grower

beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer()])
  grower = await register(server.url, 'Asta')
  const { deviceId: userDeviceId } = await addDevice(grower, 'Bench')
  await addDevice(grower, 'Window')
  const plant = { plantName: 'Lemon', plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  await grower.call(plantRoutes.create, { body: plant })
  const condition = { userDeviceId, sensorType: 'Temperature' as const, condition: '>=10' }
  await grower.call(conditionRoutes.createForDevice, { body: condition })
  // Signed in a second time, so that there is a session to end.
  await browserless(grower)
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

async function browserless({ email }: Grower) {
  await fetch(`${server.url}/api/auth/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
}

interface Dialog {
  readonly path: string
  /** The buttons that lead to it, one after the other. */
  readonly open: ReadonlyArray<string | RegExp>
  /** What is typed or chosen, by label. */
  readonly fill?: Readonly<Record<string, string>>
  readonly choose?: Readonly<Record<string, string>>
  readonly submit: string
  /** What it says; the sentence about the server when left out. */
  readonly says?: string
}

const password = { Password: PASSWORD }

const DIALOGS: readonly Dialog[] = [
  { path: '/plants', open: ['Add a plant'], fill: { Name: 'Fern', Type: 'Fern' }, submit: 'Add plant' },
  { path: '/plants', open: ['Lemon', 'Edit'], fill: { Name: 'Lime' }, submit: 'Save changes' },
  { path: '/plants', open: ['Lemon', 'Remove plant'], submit: 'Remove plant', says: 'Could not remove plant' },
  { path: '/mydevice', open: ['Add a device'], fill: { Name: 'Shelf' }, submit: 'Add device' },
  { path: '/mydevice', open: ['Edit Bench'], fill: { Name: 'Table' }, submit: 'Save changes' },
  { path: '/mydevice', open: ['Edit Bench', 'Connect'], fill: password, submit: 'Create a new token' },
  { path: '/mydevice', open: ['Edit Bench', 'Delete readings'], submit: 'Delete readings' },
  {
    path: '/mydevice',
    open: ['Remove Bench'],
    submit: 'Remove device',
    says: `Failed to remove device: ${UNREACHABLE}`,
  },
  {
    path: '/myalertcondition',
    open: ['Add Plant Condition'],
    choose: { Plant: 'Lemon' },
    submit: 'Add condition',
  },
  {
    path: '/myalertcondition?view=devices',
    open: ['Add Device Condition'],
    choose: { Device: 'Window' },
    fill: { 'Threshold, °C': '30' },
    submit: 'Add condition',
  },
  {
    path: '/myalertcondition?view=devices',
    open: [/^Edit /],
    fill: { 'Threshold, °C': '12' },
    submit: 'Save changes',
  },
  {
    path: '/profile',
    open: ['Change e-mail'],
    fill: { 'Current email': 'asta@example.org', 'New email': 'new@example.org', ...password },
    submit: 'Change e-mail',
  },
  {
    path: '/profile',
    open: ['Change password'],
    fill: { 'Old password': PASSWORD, 'New password': 'Sprout-43!', 'Confirm password': 'Sprout-43!' },
    submit: 'Change password',
  },
  { path: '/profile', open: ['Add an authenticator app'], fill: password, submit: 'Continue' },
  { path: '/profile', open: [/^Sign out, /], fill: password, submit: 'Sign out' },
  { path: '/profile', open: ['Sign out everywhere else'], fill: password, submit: 'Sign out everywhere else' },
  { path: '/profile', open: ['Delete my account'], fill: password, submit: 'Delete my account' },
]

const top = (page: Page) => page.getByRole('dialog').last()

async function fillIn(dialog: Locator, { fill = {}, choose = {} }: Dialog): Promise<void> {
  for (const [label, text] of Object.entries(fill)) await dialog.getByLabel(label, { exact: true }).fill(text)
  for (const [label, option] of Object.entries(choose)) {
    await dialog.getByLabel(label, { exact: true }).selectOption({ label: option })
  }
}

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('every dialog says in itself, visibly and announced, that the server is away (%s)', async (_name, viewport) => {
  const { page, faults } = await visit(browser, server.url, { viewport, reducedMotion: 'reduce' })
  for (const dialog of DIALOGS) {
    await openAs(page, grower, dialog.path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const [first = '', ...next] = dialog.open
    await page.getByRole('button', { name: first, exact: true }).first().click()
    for (const name of next) await top(page).getByRole('button', { name, exact: true }).click()
    await fillIn(top(page), dialog)
    await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
    await top(page).getByRole('button', { name: dialog.submit, exact: true }).click()
    const alert = top(page).getByRole('alert')
    await alert.waitFor()
    const box = await alert.boundingBox()
    const isInView = box !== null && box.y >= 0 && box.y + box.height <= viewport.height
    expect([dialog.submit, await alert.textContent(), isInView]).toEqual([
      dialog.submit,
      dialog.says ?? UNREACHABLE,
      true,
    ])
    await page.unroute('**/api/**')
  }
  expect(faults).toEqual([])
  await page.context().close()
})
