import { careRoutes, channelRoutes, conditionRoutes, plantRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice } from '../testing/growers.ts'
import { useOwnApplication } from './application.ts'
import { byName } from './authenticator.ts'
import { UNREACHABLE } from './opening-calls.ts'
import { addPlant, daysAgo } from './plants.ts'
import { untilConnected } from './until-connected.ts'

const application = useOwnApplication()

/** An action on an open screen during the outage, and its message. */
interface Pressed {
  readonly path: string
  /** Text shown before the outage. */
  readonly shows: string | RegExp
  readonly press: (page: Page) => Promise<void>
  readonly says: string
}

const press =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click()
  }
const saveAnew = (edit: RegExp, label: string, value: string) => async (page: Page) => {
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
}

const SCREENS: readonly Pressed[] = [
  { path: '/', shows: 'Lemon', press: press('Water Lemon'), says: 'Watered Lemon, waits for the network' },
  { path: '/plants', shows: 'Lemon', press: press('Water all plants'), says: UNREACHABLE },
  {
    path: '/alerts',
    shows: /High temperature/,
    press: (page) => page.getByRole('button', { name: new RegExp(`^${new Date().getFullYear()}, `) }).click(),
    says: 'Failed to fetch alerts.',
  },
  {
    path: '/history',
    shows: 'Summary',
    press: (page) => page.getByText('7 d', { exact: true }).click(),
    says: 'Failed to load sensor data',
  },
  {
    path: '/weather',
    shows: 'Ten days',
    press: (page) => page.getByRole('combobox', { name: 'Search city' }).fill('Aarhus'),
    says: 'Weather error',
  },
  {
    path: '/profile',
    shows: 'Asta Holm',
    press: (page) => page.getByRole('switch', { name: 'Celsius' }).click(),
    says: 'Not saved. The server can’t be reached.',
  },
  { path: '/mydevice', shows: 'Bench', press: saveAnew(/^Edit Bench/, 'Name', 'Shelf'), says: UNREACHABLE },
  {
    path: '/mydevice/:id',
    // From a part that is loaded last, which needs the server.
    shows: 'ESPHome',
    press: async (page) => {
      await press('Change Temperature')(page)
      await page.getByRole('menuitem', { name: 'Hide', exact: true }).click()
    },
    says: 'The change could not be saved',
  },
  {
    path: '/myalertcondition?view=devices',
    shows: /10/,
    press: (page) => page.getByRole('switch').first().click(),
    says: UNREACHABLE,
  },
  // The tenth: the limit of live connections.
  { path: '/notifications', shows: 'Barn', press: press('Send test to Barn'), says: UNREACHABLE },
]

/** Creates a user with content on every screen. */
async function furnish() {
  const { url } = application.server
  const grower = await application.register('Asta')
  const device = await addDevice(grower, 'Bench')
  const { deviceId: userDeviceId } = device
  const condition = { userDeviceId, sensorType: 'Temperature' as const, condition: '>=10' }
  await grower.call(conditionRoutes.createForDevice, { body: condition })
  await sendReadings(url, device, { temperature: 21.4, humidity: 60 })
  const plant = { plantName: 'Lemon', plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  await grower.call(plantRoutes.create, { body: plant })
  const target = { kind: 'webhook' as const, url: 'https://barn.example/hook', format: 'standard' as const }
  await grower.call(channelRoutes.create, { body: { name: 'Barn', target } })
  return { grower, deviceId: userDeviceId }
}

test('every open screen says that the server has stopped, and recovers by itself', async () => {
  const { server } = application
  const { grower, deviceId } = await furnish()
  const open = SCREENS.map(async ({ path, shows, ...screen }) => {
    const options = { baseURL: byName(server.url), serviceWorkers: 'allow' } as const
    const { page, faults } = await application.openAs(grower, path.replace(':id', deviceId), options)
    await page.getByRole('main').getByText(shows).filter({ visible: true }).first().waitFor()
    // From now on the service worker has all files. The browser may report no end of requests that were in progress when it
    // took over.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.waitForFunction(() => document.querySelector('[data-root], .skeleton, [aria-busy=true]') === null)
    return { path, page, faults, ...screen }
  })
  const screens = await Promise.all(open)
  await server.kill()
  await Promise.all(
    screens.map(async ({ page, says, ...screen }) => {
      await page.getByText(/^Connection lost\./).waitFor()
      await screen.press(page)
      await page.getByText(says).first().waitFor()
      expect([screen.path, await page.getByRole('heading', { level: 1, includeHidden: true }).count()]).toEqual([
        screen.path,
        1,
      ])
    }),
  )
  await server.start()
  await Promise.all(
    screens.map(async ({ path, page, faults }) => {
      await untilConnected(page)
      // A dialog saves its entries on retry.
      const save = page.getByRole('dialog').getByRole('button', { name: 'Save changes' })
      if (await save.isVisible()) await save.click()
      const failures = page.getByRole('main').getByRole('alert').filter({ visible: true })
      await expect.poll(() => failures.allTextContents()).toEqual([])
      expect([path, faults]).toEqual([path, []])
    }),
  )
}, 240_000)

/** An act that is tapped while the server is killed. */
interface Tapped {
  readonly path: (plantId: string) => string
  readonly button: string | RegExp
  /** The end of the path of its request. */
  readonly request: string
  /** Whether the server has stored it when it is killed. */
  readonly arrives: boolean
}

const DONE = { path: () => '/tasks', button: /^Done: water Lemon/, request: '/done' }

test.each<[string, Tapped]>([
  [
    'a watering whose reply was lost',
    { path: (plantId) => `/plants/${plantId}`, button: 'Water', request: careRoutes.add.path, arrives: true },
  ],
  ['a done task whose reply was lost', { ...DONE, arrives: true }],
  ['a done task that never arrived', { ...DONE, arrives: false }],
])(
  '%s when the server was killed is logged once, at the time of the tap',
  async (_, tap) => {
    const { server } = application
    const grower = await application.register('Noa')
    const { plantId } = await addPlant(grower, 'Lemon', { lastWatered: daysAgo(9) })
    const options = { baseURL: byName(server.url), serviceWorkers: 'allow' } as const
    const { page, faults } = await application.openAs(grower, tap.path(plantId), options)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const careIds: unknown[] = []
    await page.route(
      `**${tap.request}`,
      async (route) => {
        if (tap.arrives) expect((await route.fetch()).status()).toBe(200)
        await server.kill()
        // The reply never reaches the page.
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(tap.request))
        careIds.push(request.postDataJSON().careId)
    })
    await page.getByRole('button', { name: tap.button, exact: true }).first().click()
    const row = page.getByRole('list', { name: 'Waiting for the network' })
    await row.getByText('Watered Lemon').waitFor()
    const tapped = Date.parse((await row.getByRole('time').getAttribute('datetime')) ?? '')
    // It outlives the page as well.
    await page.reload()
    await row.getByText('Watered Lemon').waitFor()

    await server.start()
    await page.getByText('1 action sent').waitFor()
    expect(new Set(careIds).size).toBe(1)
    expect(careIds.length).toBeGreaterThan(1)
    const [entry, ...before] = await grower.call(careRoutes.list, { query: { plant: plantId, kinds: 'water' } })
    expect([entry?.careId, before.length]).toEqual([careIds[0], 1])
    expect(Math.abs(Date.parse(entry?.at ?? '') - tapped)).toBeLessThan(60_000)
    expect(faults).toEqual([])
  },
  240_000,
)
