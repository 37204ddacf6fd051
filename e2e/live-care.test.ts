import {
  careRoutes,
  householdRoutes,
  liveRoutes,
  plantRoutes,
  taskRoutes,
  userRoutes,
  type Route,
} from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { addPlant, cardOf, daysAgo, visibleText } from './plants.ts'
import { settled } from './settled.ts'

const application = useApplication()
const LISTS: readonly Route[] = [plantRoutes.list, taskRoutes.list, careRoutes.today, careRoutes.list]

test('an act of a person shows on the open pages of others without a request for a list', async () => {
  const asta = await application.register('Asta')
  const kim = await application.register('Kim')
  await addPlant(asta, 'Basil', { lastWatered: daysAgo(9) })
  await addPlant(asta, 'Lemon', { lastWatered: daysAgo(1) })
  const { householdId } = await join(asta, kim, 'carer')

  const { page: dashboard, faults } = await application.openAs(asta, '/')
  const { page: plants, faults: plantFaults } = await application.openAs(asta, '/plants')
  const { page: kims, faults: kimFaults } = await application.openAs(kim, `/?household=${householdId}`)
  const row = (page: Page) =>
    page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Basil' })
  await row(dashboard).getByRole('button', { name: 'Done: water Basil, 2 days overdue' }).waitFor()
  await visibleText(cardOf(plants, 'Basil'), '2 days overdue').waitFor()
  await Promise.all([dashboard, plants, kims].map(settled))
  const asked = [dashboard, plants].map(listsRequestedBy)

  await row(kims)
    .getByRole('button', { name: /^Done: water Basil/ })
    .click()
  await kims.getByText('Watered Basil').waitFor()
  await row(dashboard).getByText('Watered by Kim').waitFor()
  await row(dashboard)
    .getByText(/^Basil, next on/)
    .waitFor()
  await cardOf(plants, 'Basil').getByText('Watered by Kim').waitFor()
  await visibleText(cardOf(plants, 'Basil'), 'In 7 day(s)').waitFor()
  // Kim's own row offers an undo, and the others turn back with it.
  await kims.getByRole('button', { name: 'Undo: watered Basil' }).click()
  await row(dashboard).getByText('2 days overdue').waitFor()
  await visibleText(cardOf(plants, 'Basil'), '2 days overdue').waitFor()

  // An act of the same person in another tab.
  await cardOf(plants, 'Basil').getByRole('button', { name: 'Water Basil' }).click()
  await row(dashboard).getByText('Watered just now').waitFor()
  await Promise.all([dashboard, plants].map(settled))
  expect(asked[0]?.()).toEqual([])
  expect([...faults, ...plantFaults, ...kimFaults]).toEqual([])
})

test('two people who tap the same row at once log it once, and one of them reads who was quicker', async () => {
  const asta = await application.register('Asta')
  const kim = await application.register('Kim')
  const { plantId } = await addPlant(asta, 'Basil', { lastWatered: daysAgo(9) })
  const { householdId } = await join(asta, kim, 'carer')
  const { page: astas } = await application.openAs(asta, '/tasks')
  const { page: kims } = await application.openAs(kim, `/tasks?household=${householdId}`)
  const pages = [astas, kims]
  const done = (page: Page) => page.getByRole('button', { name: 'Done: water Basil, 2 days overdue' })
  const bothTapped = Promise.withResolvers<void>()
  const held = new Set<Page>()
  for (const page of pages) {
    await done(page).waitFor()
    await page.route('**/done*', async (route) => {
      if (held.add(page).size === pages.length) bothTapped.resolve()
      await bothTapped.promise
      await route.continue()
    })
  }
  await Promise.all(pages.map((page) => done(page).click()))
  const words = async (page: Page) => {
    const row = page.getByRole('region', { name: 'Overdue' }).getByRole('status')
    await row.getByText('next on').waitFor()
    const undo = page.getByRole('button', { name: 'Undo: watered Basil' })
    return `${await row.locator('span').first().textContent()}, ${await undo.count()} undo`.replace(
      /it .* ago|it just now/,
      'it',
    )
  }
  const read = await Promise.all(pages.map(words))
  expect([
    ['Watered Basil, 1 undo', 'Asta watered it, 0 undo'],
    ['Kim watered it, 0 undo', 'Watered Basil, 1 undo'],
  ]).toContainEqual(read)
  const logged = await asta.call(careRoutes.list, { query: { plant: plantId, kinds: 'water' } })
  expect(logged).toHaveLength(2)
})

test('the open page of a person who is removed shows nothing of the household any more', async () => {
  const asta = await application.register('Asta')
  const kim = await application.register('Kim')
  const { plantId } = await addPlant(asta, 'Basil', { lastWatered: daysAgo(9) })
  const { householdId } = await join(asta, kim, 'carer')
  const { page, faults } = await application.openAs(kim, `/plants?household=${householdId}`)
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void frames.push(String(payload))))
  const subscribed = page.waitForResponse(
    (reply) =>
      reply.url().endsWith(liveRoutes.subscribe.path) && reply.request().postData()?.includes(householdId) === true,
  )
  await page.reload()
  await subscribed
  await asta.call(plantRoutes.water, { query: { plantId } })
  await cardOf(page, 'Basil').getByText('Watered by Asta').waitFor()
  const { userId } = await kim.call(userRoutes.get)
  await asta.call(householdRoutes.removeMember, { params: { householdId, userId } })
  await page.getByText('You are no longer in Asta’s garden.').waitFor()
  const before = frames.filter((frame) => frame.includes('"eventType":"care"')).length
  const lemon = await addPlant(asta, 'Lemon')
  await asta.call(plantRoutes.water, { query: { plantId: lemon.plantId } })
  await page.reload()
  await settled(page)
  expect(frames.filter((frame) => frame.includes('"eventType":"care"'))).toHaveLength(before)
  expect(await page.getByText('Basil').count()).toBe(0)
  expect(frames.join()).not.toContain(lemon.plantId)
  expect(faults).toEqual([])
})

/** Returns a function that returns which lists a page has requested since. */
function listsRequestedBy(page: Page): () => string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && LISTS.some(({ path }) => path === pathname)) requested.push(pathname)
  })
  return () => requested
}
