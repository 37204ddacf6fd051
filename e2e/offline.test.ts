import { careRoutes, createClient, labelRoutes, readingRoutes, taskRoutes, type Care } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDevice, join, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { byName } from './authenticator.ts'
import { openAs } from './browser.ts'
import { addPlant, cardOf, daysAgo } from './plants.ts'
import { settled } from './settled.ts'

const application = useApplication()
const HOUR = 3_600_000

/** Opens a page whose files are all in the service worker. `clock` is how far the clock of its phone is ahead, in ms. */
async function openPage(grower: Grower, path = '/', clock = 0) {
  const visited = await application.visit({ baseURL: byName(application.server.url), serviceWorkers: 'allow' })
  const { page } = visited
  if (clock !== 0) await page.clock.setSystemTime(Date.now() + clock)
  await openAs(page, grower, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return visited
}

/** Waits until the browser keeps a list for a page without a network. */
async function isKept(page: Page, key: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('greenhouse.known') ?? '')).toContain(key)
}

function loggedBy(grower: Grower, query: { plant?: string; kinds: string }): Promise<Care[]> {
  return grower.call(careRoutes.list, { query })
}

/** Adds a plan that was due yesterday. Returns its id. */
async function addFeeding(grower: Grower, plantId: string): Promise<string> {
  const plan = { placeId: null, kind: 'feed', repeat: 'after', every: 7, unit: 'day' } as const
  const body = { ...plan, plantId, startsOn: daysAgo(8).slice(0, 10) }
  return (await grower.call(taskRoutes.create, { query: {}, body })).taskId
}

async function sendReading(grower: Grower): Promise<void> {
  const { deviceToken } = await addDevice(grower, 'Bench')
  const board = createClient({ origin: application.server.url, token: deviceToken })
  await board.call(readingRoutes.send, { body: [{ temperature: 21, time: new Date().toISOString() }] })
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting for the network' })

test('keeps work without a network over a reload, and sends it once, in order and with its time', async () => {
  const grower = await application.register('Ida')
  await addPlant(grower, 'Lemon', { lastWatered: daysAgo(9) })
  const { plantId: fern } = await addPlant(grower, 'Fern', { lastWatered: daysAgo(8) })
  await sendReading(grower)
  const { page, faults } = await openPage(grower)
  await page.getByRole('button', { name: /^Done: water Lemon/ }).waitFor()
  await isKept(page, '"today"')

  await page.context().setOffline(true)
  await page.getByText('No network. What you tap is kept and sent later.').waitFor()
  await page.getByText(/^Readings are from \d\d\.\d\d\. To do works without a network\.$/).waitFor()
  await page.getByRole('button', { name: /^Done: water Lemon/ }).click()
  await waiting(page).getByText('Watered Lemon').waitFor()
  await page.goto(`/plants/${fern}`)
  await page.getByRole('button', { name: 'Water', exact: true }).first().click()
  await waiting(page).getByText('Watered Fern').waitFor()

  await page.goto('/')
  await page.getByText('2 wait for the network').waitFor()
  expect(await waiting(page).getByRole('listitem').count()).toBe(2)
  expect(await page.getByRole('button', { name: /^Done: water/ }).count()).toBe(0)
  const times = await waiting(page)
    .getByRole('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
  expect(await grower.call(careRoutes.list, { query: { kinds: 'water' } })).toHaveLength(2)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(?:done|care)$/.test(request.url())) sent.push(request.url())
  })
  await page.context().setOffline(false)
  await page.getByText('2 actions sent').waitFor()
  expect(sent.map((url) => url.split('/').at(-1))).toEqual(['done', 'care'])
  await expect.poll(() => page.getByText('for the network').count()).toBe(0)
  const logged = await grower.call(careRoutes.list, { query: { kinds: 'water' } })
  expect(
    logged
      .map(({ at }) => at)
      .slice(0, 2)
      .toReversed(),
  ).toEqual(times)
  expect(logged).toHaveLength(4)
  expect(faults).toEqual([])
})

test('opens the label of a plant that was never scanned here, its log and its card without a network', async () => {
  const grower = await application.register('Ada')
  const { plantId } = await addPlant(grower, 'Lemon', { lastWatered: daysAgo(9) })
  const taskId = await addFeeding(grower, plantId)
  const [label] = await grower.call(labelRoutes.list, { query: {} })
  const { page, faults } = await openPage(grower, `/plants/${plantId}`)
  await page.getByRole('heading', { name: 'Care log' }).waitFor()
  for (const key of ['"plant-codes"', '"care"', '["tasks","list"]']) await isKept(page, key)

  await page.context().setOffline(true)
  await page.goto(`/p/${label?.code.toLowerCase()}`)
  await page.getByRole('heading', { level: 1, name: 'Lemon' }).waitFor()
  await page.getByRole('button', { name: 'Watered', exact: true }).click()
  await page.getByRole('button', { name: 'Undo: Watered Lemon' }).waitFor()
  await page.getByRole('button', { name: /^Fed/ }).click()
  await page.getByRole('button', { name: 'Undo: Fed Lemon' }).waitFor()
  await page.goto('/plants')
  await cardOf(page, 'Lemon').getByText('waits for the network').waitFor()
  await page.goto(`/plants/${plantId}`)
  await waiting(page).getByText('Watered Lemon').waitFor()
  await page.getByRole('region', { name: 'Care log' }).getByText('Watered').first().waitFor()
  await page.getByText('Changes of the plant and its plan need the server.').waitFor()
  for (const name of ['Edit', 'Add to the plan'])
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
  await page.goto('/p/0000-0000')
  await page.getByRole('heading', { name: 'This label needs the network' }).waitFor()
  await page.getByRole('link', { name: 'See your plants' }).click()
  await cardOf(page, 'Lemon').getByRole('button', { name: 'Undo: Watered Lemon' }).click()
  await cardOf(page, 'Lemon').getByRole('button', { name: 'Water Lemon' }).waitFor()

  await page.context().setOffline(false)
  await page.getByText('1 action sent').waitFor()
  expect(await loggedBy(grower, { plant: plantId, kinds: 'water' })).toHaveLength(1)
  expect((await loggedBy(grower, { plant: plantId, kinds: 'feed' })).map((entry) => entry.taskId)).toEqual([taskId])
  expect(faults).toEqual([])
})

test.each([
  ['ahead', HOUR],
  ['behind', -HOUR],
])('corrects the clock of a phone that is an hour %s', async (_, clock) => {
  const grower = await application.register('Eva')
  const { plantId } = await addPlant(grower, 'Lemon', { lastWatered: daysAgo(9) })
  const { page } = await openPage(grower, `/plants/${plantId}`, clock)
  await settled(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Water', exact: true }).first().click()
  await waiting(page).getByText('Watered Lemon').waitFor()
  const tapped = Date.now()
  await page.context().setOffline(false)
  await page.getByText('1 action sent').waitFor()
  const [entry] = await loggedBy(grower, { plant: plantId, kinds: 'water' })
  expect(Math.abs(Date.parse(entry?.at ?? '') - tapped)).toBeLessThan(HOUR / 2)
})

test('two people who water without a network log two entries, and the newest counts', async () => {
  const asta = await application.register('Asta')
  const kim = await application.register('Kim')
  const { householdId } = await join(asta, kim, 'carer')
  const { plantId } = await addPlant(asta, 'Lemon', { lastWatered: daysAgo(9) })
  const first = await openPage(asta, `/plants/${plantId}`)
  const second = await openPage(kim, `/plants/${plantId}?household=${householdId}`)
  for (const { page } of [first, second]) {
    await page.getByRole('button', { name: 'Water', exact: true }).first().waitFor()
    await page.context().setOffline(true)
  }
  // An entry of somebody else a minute before would be the same work.
  await first.page.clock.setSystemTime(Date.now() - HOUR)
  for (const { page } of [first, second]) {
    await page.getByRole('button', { name: 'Water', exact: true }).first().click()
    await waiting(page).getByText('Watered Lemon').waitFor()
  }
  // The newest arrives first.
  for (const { page } of [second, first]) {
    await page.context().setOffline(false)
    await page.getByText('1 action sent').waitFor()
  }
  const [newest, older, ...before] = await loggedBy(asta, { plant: plantId, kinds: 'water' })
  expect([newest?.by.name, older?.by.name, before.length]).toEqual(['Kim', 'Asta', 1])
  const tasks = await asta.call(taskRoutes.list, { query: {} })
  expect(tasks.map(({ lastDoneAt }) => lastDoneAt)).toEqual([newest?.at])
})

test('the work of a plan that is over by then is logged without the plan', async () => {
  const grower = await application.register('Ina')
  const { plantId } = await addPlant(grower, 'Lemon', { waterEvery: null })
  const taskId = await addFeeding(grower, plantId)
  const { page } = await openPage(grower)
  await page.getByRole('button', { name: /^Done: feed Lemon/ }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Done: feed Lemon/ }).click()
  const at = await waiting(page).getByRole('time').getAttribute('datetime')
  await grower.call(taskRoutes.end, { params: { taskId } })
  await page.context().setOffline(false)
  await page.getByText('1 action could not be sent').waitFor()
  await page.getByText('1 could not be sent', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'See them' }).click()
  const refused = page.getByRole('list', { name: 'Could not be sent' })
  await refused.getByText('Fed Lemon').waitFor()
  await refused.getByRole('button', { name: 'Log without the plan' }).click()
  await page.getByText('Nothing waits. All that you did is sent.').waitFor()
  const logged = await loggedBy(grower, { plant: plantId, kinds: 'feed' })
  expect(logged.map((entry) => [entry.at, entry.taskId])).toEqual([[at, null]])
})

test('two tabs send each act once', async () => {
  const grower = await application.register('Uma')
  const { page } = await openPage(grower)
  const other = await page.context().newPage()
  const plants = []
  for (const name of ['Lemon', 'Fern', 'Basil', 'Mint']) plants.push(await addPlant(grower, name))
  const sent: string[] = []
  for (const tab of [page, other]) {
    tab.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/care')) sent.push(request.postDataJSON().careId)
    })
    await tab.goto('/plants')
    await cardOf(tab, 'Mint').waitFor()
  }
  await page.context().setOffline(true)
  for (const [index, tab] of [page, other].entries()) {
    for (const { plantName } of plants.slice(2 * index, 2 * index + 2)) {
      await cardOf(tab, plantName)
        .getByRole('button', { name: `Water ${plantName}` })
        .click()
      await cardOf(tab, plantName).getByText('waits for the network').waitFor()
    }
  }
  await page.context().setOffline(false)
  await expect.poll(() => loggedBy(grower, { kinds: 'water' })).toHaveLength(4)
  // Each tab has received all of them by then.
  for (const tab of [page, other]) {
    await tab.reload()
    await settled(tab)
    expect(await tab.getByText('waits for the network').count()).toBe(0)
  }
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted())
  expect(sent).toHaveLength(4)
})
