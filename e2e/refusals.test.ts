import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@greenhouse/contract'
import {
  channelRoutes,
  conditionRoutes,
  createClient,
  exportRoutes,
  calendarFeedRoutes,
  invitationRoutes,
  placeRoutes,
  plantRoutes,
  readingRoutes,
  ruleRoutes,
  secondFactorRoutes,
  signInRoutes,
  type Route,
} from '@greenhouse/contract'
import { replyOf } from '@greenhouse/contract/register'
import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { chooseInChartMenu } from './chart-menu.ts'
import { askAgain } from './ask-again.ts'
import { addAuthenticator, byName } from './authenticator.ts'
import { PHONE, WIDE } from './browser.ts'
import type { Change } from './change.ts'
import { CHANGES } from './changes.ts'
import { AWAY, OPENING_CALLS, CALLS_OF_PANELS, SILENT_CALLS, UNEXPECTED, UNREACHABLE } from './opening-calls.ts'
import { settled } from './settled.ts'
import { addDevice, join as joinHousehold, PASSWORD, type Grower } from '../testing/growers.ts'

const application = useApplication()
let grower: Grower

beforeAll(async () => {
  const { server } = application
  grower = await application.register('Asta')
  await makeAdmin(grower)
  const kim = await application.register('Kim')
  const { householdId } = await joinHousehold(grower, kim, 'carer')
  await grower.call(invitationRoutes.create, { params: { householdId }, body: { role: 'viewer' } })
  await grower.call(calendarFeedRoutes.create, { body: {} })
  const { placeId } = await grower.call(placeRoutes.create, { body: { name: 'North end' } })
  const { deviceId: userDeviceId, deviceToken } = await addDevice(grower, 'Bench')
  await addDevice(grower, 'Window')
  const plant = { plantType: 'Citrus', plantNotes: '', waterEvery: 7 }
  const { plantId } = await grower.call(plantRoutes.create, { body: { ...plant, plantName: 'Moss' } })
  await grower.call(plantRoutes.markDead, { query: { plantId } })
  const lemon = await grower.call(plantRoutes.create, { body: { ...plant, plantName: 'Lemon' } })
  await grower.call(placeRoutes.movePlant, { params: { plantId: lemon.plantId }, body: { placeId } })
  await grower.call(placeRoutes.moveDevice, { params: { deviceId: userDeviceId }, body: { placeId } })
  const condition = { userDeviceId, sensorType: 'Temperature' as const, condition: '>=10' }
  await grower.call(conditionRoutes.createForDevice, { body: condition })
  const target = { kind: 'webhook' as const, url: 'https://barn.example/hook', format: 'standard' as const }
  await grower.call(channelRoutes.create, { body: { name: 'Barn', target } })
  const board = createClient({ origin: server.url, token: deviceToken })
  // More than a chart shows as single points.
  const readings = Array.from({ length: 600 }, (_, minute) => ({
    temperature: 5,
    time: new Date(Date.now() - minute * 60_000).toISOString(),
  }))
  await board.call(readingRoutes.send, { body: readings })
  // A second session, to be revoked.
  const credentials = { email: grower.email, password: PASSWORD }
  await createClient({ origin: server.url }).call(signInRoutes.login, { body: credentials })
})

/** Only the command line grants the role. */
async function makeAdmin({ email }: Grower): Promise<void> {
  await application.server.query(`update "user" set role = 'admin' where email = '${email}'`)
}

type Trouble = 'refuse' | 'away'

const addressOf = ({ path }: Route) => `**${path.replaceAll(/:\w+/g, '*')}*`

/** Fails the calls of a route like a proxy, without a problem. */
async function fail(page: Page, route: Route, trouble: Trouble): Promise<void> {
  await page.route(addressOf(route), (call) => {
    if (call.request().method() !== route.method) return call.fallback()
    return trouble === 'away'
      ? call.abort()
      : call.fulfill({ status: 500, contentType: 'text/html', body: '<h1>500</h1>' })
  })
}

const mend = (page: Page, route: Route) => page.unroute(addressOf(route))

/** Opens a page with an empty cache. */
async function openPage(options: Parameters<typeof application.visit>[0] = {}) {
  const { server } = application
  const visited = await application.visit({ baseURL: byName(server.url), ...options })
  await visited.page.addInitScript((token) => {
    localStorage.clear()
    localStorage.setItem('greenhouse.token', token)
  }, grower.token)
  return visited
}

const text = (place: Page | Locator, words: string) => place.getByText(words, { exact: true }).first()

test('every call of a member that the web application makes has a listed refusal', () => {
  const groups = contract as unknown as Record<string, Record<string, Route>>
  const source = join(import.meta.dirname, '../web/src')
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/\.test\.tsx?$/.test(file))
  const named = files.flatMap((file) => [
    ...readFileSync(join(source, file), 'utf8').matchAll(/\b(\w+Routes)\.(\w+)\b/g),
  ])
  const called = new Set(named.map(([, group = '', name = '']) => groups[group]?.[name]))
  const listed = new Set<Route | undefined>(
    [...OPENING_CALLS, ...Object.values(CHANGES).flat()].map(({ route }) => route),
  )
  for (const route of [...SILENT_CALLS, ...CALLS_OF_PANELS, ...Object.values(DELETIONS)]) listed.add(route)
  const missing = [...called].filter((route) => route?.access === 'member' && !listed.has(route))
  expect(called.size).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('a screen names what it could not load, and loads it on retry', async () => {
  const { page, faults } = await openPage()
  for (const { route, path, says, wayOn } of OPENING_CALLS) {
    await fail(page, route, 'refuse')
    await page.goto(path)
    for (const words of says) await text(page, words).waitFor()
    await mend(page, route)
    if (wayOn === undefined) continue
    await askAgain(page, wayOn, () => text(page, says.at(-1) ?? '').count())
  }
  expect(faults).toEqual([])
}, 240_000)

test('a screen shows that the server is unreachable, and shows everything once it is back', async () => {
  const show = async ({ path, says, wayOn = 'Try again' }: (typeof AWAY)[number]) => {
    const { page, faults } = await openPage()
    await page.route('**/api/**', (call) => call.abort())
    await page.goto(path)
    for (const words of says) await text(page, words).waitFor()
    expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1])
    await page.unroute('**/api/**')
    // A call that failed before the recovery may be shown after the others were retried.
    const failures = page.getByRole('main').getByRole('alert')
    await askAgain(page, wayOn, async (tries) => (await tries.count()) + (await failures.count()))
    expect(faults).toEqual([])
  }
  // The dashboard names together what fails within 800 ms, so nothing else may keep its calls waiting.
  const [dashboard, ...others] = AWAY
  if (dashboard) await show(dashboard)
  await Promise.all(others.map(show))
})

test('a screen is complete without its optional parts', async () => {
  const { page, faults } = await openPage()
  for (const route of SILENT_CALLS) await fail(page, route, 'refuse')
  const isAbout = (path: string) =>
    OPENING_CALLS.some((call) => call.path === path && SILENT_CALLS.includes(call.route))
  for (const { path } of AWAY.filter((screen) => !isAbout(screen.path))) {
    await page.goto(path)
    await settled(page)
    expect([path, await page.getByRole('alert').allTextContents()]).toEqual([path, []])
  }
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/signin')
  await text(page, 'Logged out').waitFor()
  expect(faults).toEqual([])
})

test.each([
  ['/profile', 'All readings (CSV)', exportRoutes.createTicket],
  ['/history', 'All values (CSV)', exportRoutes.prepareValues],
])(
  'the page %s explains why “%s” has to wait, and saves the file when it is pressed again',
  async (path, name, route) => {
    const { page, faults } = await openPage()
    const title = 'Several downloads are on their way to you. Try again when one is done.'
    await page.route(addressOf(route), (call) =>
      call.fulfill({
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '5' },
        body: JSON.stringify({ type: 'urn:greenhouse:problem:download.busy', title, status: 429 }),
      }),
    )
    await page.goto(path)
    const press = () =>
      path === '/history' ? chooseInChartMenu(page, name) : page.getByRole('button', { name, exact: true }).click()
    await press()
    await page.getByRole('region', { name: 'Messages' }).getByRole('alert').filter({ hasText: title }).waitFor()
    await mend(page, route)
    const saving = page.waitForEvent('download')
    await press()
    expect(await (await saving).failure()).toBeNull()
    expect(faults).toEqual([])
  },
)

const top = (page: Page) => page.getByRole('dialog').last()

async function openDialog(page: Page, { open, prepare, fill = {}, choose = {} }: Change): Promise<void> {
  await prepare?.(page)
  const [first, ...next] = open ?? []
  if (first !== undefined) await page.getByRole('button', { name: first, exact: true }).first().click()
  for (const name of next) await top(page).getByRole('button', { name, exact: true }).click()
  const place = open ? top(page) : page.getByRole('main')
  for (const [label, option] of Object.entries(choose)) {
    await place.getByLabel(label, { exact: true }).selectOption({ label: option })
  }
  for (const [label, typed] of Object.entries(fill)) await place.getByLabel(label, { exact: true }).fill(typed)
}

/** Makes the call, and returns its message in the dialog, on the screen or in a toast. */
async function submit(page: Page, change: Change, words: string): Promise<Locator> {
  const { route, open, isInPlace, submit: button } = change
  const place = open ? top(page) : page
  const isOurs = (request: Request) =>
    request.method() === route.method && request.url().includes(route.path.replace(/:.*/, ''))
  const sent = page.waitForRequest(isOurs)
  if (typeof button === 'string') await place.getByRole('button', { name: button, exact: true }).first().click()
  else await button(page)
  await sent
  const messages = isInPlace ? page.getByRole('main') : page.getByRole('region', { name: 'Messages' })
  const said = (open ? place : messages).getByRole('alert').filter({ hasText: words }).first()
  await said.waitFor()
  return said
}

describe.each([
  { look: 'wide', viewport: WIDE, isTried: () => true },
  // A message in a dialog could be out of view on a phone; a toast keeps its place.
  { look: 'phone', viewport: PHONE, isTried: ({ open }: Change) => open !== undefined },
])('$look', ({ viewport, isTried }) => {
  const parts = Object.entries(CHANGES).map(([part, changes]) => ({ part, changes: changes.filter(isTried) }))
  const tried = parts.filter(({ changes }) => changes.length > 0)

  test.each(tried)('a failed change of $part is shown where it was made, visibly and announced', async (part) => {
    const { page, faults } = await openPage({ viewport })
    await addAuthenticator(page)
    for (const change of part.changes) {
      const factors = `**${secondFactorRoutes.list.path}`
      if (change.hasSecondFactors)
        await page.route(factors, (call) => call.fulfill({ json: replyOf(secondFactorRoutes.list) }))
      await page.goto(change.path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await openDialog(page, change)
      const [refused, away] = change.says ?? [UNEXPECTED, UNREACHABLE]
      for (const [trouble, words] of [
        ['refuse', refused],
        ['away', away],
      ] as const) {
        if (trouble === 'away' && change.isKept) continue
        await fail(page, change.route, trouble)
        const box = await (await submit(page, change, words)).boundingBox()
        expect([change.route.path, box !== null && box.y >= 0 && box.y + box.height <= viewport.height]).toEqual([
          change.route.path,
          true,
        ])
        await mend(page, change.route)
      }
      await page.unroute(factors)
      await change.leave?.(page)
    }
    expect(faults).toEqual([])
  })
})

const DELETIONS = {
  '/myalertcondition?view=devices': ruleRoutes.remove,
  '/myalertcondition': conditionRoutes.removeFromPlant,
}

test('a condition that can’t be deleted stays in the list, and the console explains why', async () => {
  const { page, faults } = await openPage()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const plants = await grower.call(plantRoutes.list)
  const plantId = plants.find(({ isDead }) => !isDead)?.plantId ?? ''
  await grower.call(conditionRoutes.createForPlant, { body: { plantId } })
  for (const [path, route] of Object.entries(DELETIONS)) {
    await fail(page, route, 'refuse')
    await page.goto(path)
    const buttons = page.getByRole('button', { name: /^Delete / })
    await buttons.first().waitFor()
    const count = await buttons.count()
    await buttons.first().click()
    await text(page, 'Are you sure you want to delete this alert condition?').waitFor()
    await text(page, 'This action cannot be undone.').waitFor()
    await page.getByRole('button', { name: 'Delete condition' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await buttons.count()).toBe(count)
  }
  expect(logged.filter((line) => line.startsWith('The condition could not be deleted'))).toHaveLength(2)
  expect(faults).toEqual([])
})
