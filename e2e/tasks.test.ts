import { randomUUID } from 'node:crypto'
import { careRoutes, DAY_MS, plantRoutes, taskRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'
import { addPlant, daysAgo, lastWateredOf } from './plants.ts'
import { settled } from './settled.ts'

const application = useApplication()

const SCREENS = [
  ['wide', WIDE],
  ['phone', PHONE],
] as const

const group = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')
const wordsOf = (page: Page, name: string) =>
  group(page, name).evaluateAll((rows) => rows.map((row) => row.querySelector('p, output span')?.textContent))
/** The part of a plant's page with a heading. */
const panel = (page: Page, name: string) => page.getByRole('region', { name })

test.each(SCREENS)('a plan on a %s screen rests in winter, and counts from early work', async (_, viewport) => {
  const grower = await application.register('Asta')
  const { plantId } = await addPlant(grower, 'San Marzano', { waterEvery: null })
  const { page, faults } = await application.visit({ viewport })
  // The past, so that the server accepts what was done on these days.
  await page.clock.setFixedTime('2025-10-20T10:00:00')
  await page.addInitScript((token) => localStorage.setItem('greenhouse.token', token), grower.token)
  await page.goto(`/plants/${plantId}`)
  await page.getByRole('button', { name: 'Add to the plan' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Feed', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Every' }).fill('7')
  await form.getByRole('button', { name: 'Add a season' }).click()
  await form.getByLabel('Amount').fill('5')
  await form.getByLabel('Unit', { exact: true }).selectOption('ml/l')
  await form.getByText('Feed San Marzano every 7 days, rests from November to February').waitFor()
  await form.getByRole('button', { name: 'Save task' }).click()
  const plan = panel(page, 'Care plan').getByRole('listitem')
  await plan.getByText('in 7 days').waitFor()
  await plan.getByText('every 7 days, rests from November to February, 5 ml/l').waitFor()

  const logFed = async (date: string) => {
    await page.getByRole('button', { name: 'Add note or photo' }).first().click()
    await form.getByText('Fed', { exact: true }).click()
    await form.getByLabel('When', { exact: true }).fill(date)
    await form.getByLabel('Time').fill('09:00')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Fed, logged').waitFor()
  }
  await page.clock.setFixedTime('2025-11-10T10:00:00')
  await page.reload()
  await logFed('28/10/2025')
  await plan.getByText('rests until 1 March').waitFor()

  await page.clock.setFixedTime('2026-02-24T10:00:00')
  await page.reload()
  await logFed('24/02/2026')
  await expect.poll(() => grower.call(taskRoutes.list).then(([task]) => task?.dueDate)).toBe('2026-03-03')
  await page.clock.setFixedTime('2026-03-01T10:00:00')
  await page.reload()
  await plan.getByText('in 2 days').waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test.each(SCREENS)('a task that is due is done on a %s screen, and undone at once or later', async (look, viewport) => {
  const grower = await application.register('Bo')
  const isPhone = look === 'phone'
  await addPlant(grower, 'Calathea', { lastWatered: daysAgo(9) })
  await addPlant(grower, 'Fern', { lastWatered: daysAgo(20) })
  await addPlant(grower, 'Basil', { waterEvery: 1, lastWatered: daysAgo(1) })
  await addPlant(grower, 'Mint', { lastWatered: daysAgo(6) })
  const before = await lastWateredOf(grower)
  const { page, faults } = await application.openAs(grower, '/', { viewport, hasTouch: isPhone })
  await expect.poll(() => wordsOf(page, 'Overdue')).toEqual(['Water Fern', 'Water Calathea'])
  expect(await wordsOf(page, 'Today')).toEqual(['Water Basil'])
  await page.getByRole('button', { name: 'Tomorrow 1 more' }).click()
  expect(await wordsOf(page, 'Tomorrow')).toEqual(['Water Mint'])

  await page.clock.install()
  const calathea = group(page, 'Overdue').nth(1)
  const check = calathea.getByRole('button', { name: 'Done: Water Calathea, 2 days overdue' })
  const water = async () => {
    if (isPhone) return check.tap()
    // The second row from the top.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
  }
  await water()
  const undo = calathea.getByRole('button', { name: 'Undo: watered Calathea' })
  await calathea.getByText(/^just now, next on \d\d\/\d\d/).waitFor()
  await expect.poll(() => calathea.locator('.undo-line').count()).toBe(1)
  await expect.poll(() => lastWateredOf(grower)).not.toEqual(before)
  await (isPhone ? undo.tap() : page.keyboard.press('Enter'))
  await check.waitFor()
  await expect.poll(() => lastWateredOf(grower)).toEqual(before)

  // Left alone, the offer ends after eight seconds.
  await check.click()
  await calathea.getByText(/^just now, next on/).waitFor()
  await page.mouse.move(1, 1)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.clock.runFor(4000)
  expect(await undo.isVisible()).toBe(true)
  await page.clock.runFor(5000)
  await expect.poll(() => wordsOf(page, 'Overdue')).toEqual(['Water Fern'])

  // The log of the plant offers the same.
  const { plantId } = (await grower.call(plantRoutes.list)).find(({ plantName }) => plantName === 'Calathea') ?? {}
  await page.goto(`/plants/${plantId}`)
  const log = panel(page, 'Care log')
  await log
    .getByRole('button', { name: /^More for Watered/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await panel(page, 'Care plan').getByText('2 days overdue').waitFor()
  await expect.poll(() => lastWateredOf(grower)).toEqual(before)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a snooze moves a task out of the overdue ones, keeps its plan, and the third offers another interval', async () => {
  const grower = await application.register('Cai')
  const { plantId } = await addPlant(grower, 'Monstera', { waterEvery: null })
  const since = (days: number) => daysAgo(days).slice(0, 10)
  await grower.call(taskRoutes.create, {
    body: { plantId, kind: 'repot', repeat: 'after', every: 2, unit: 'year', startsOn: since(740) },
  })
  const { taskId } = await grower.call(taskRoutes.create, {
    body: { plantId, kind: 'feed', repeat: 'after', every: 7, startsOn: since(60) },
  })
  for (const days of [45, 36, 27, 18, 9])
    await grower.call(careRoutes.add, {
      body: { careId: randomUUID(), plantIds: [plantId], kind: 'feed', at: daysAgo(days) },
    })
  for (const until of [daysAgo(-1), daysAgo(-2), null])
    await grower.call(taskRoutes.snooze, { params: { taskId }, body: { until } })
  await addPlant(grower, 'Fern', { lastWatered: daysAgo(20) })

  const { page, faults } = await application.openAs(grower, '/')
  await expect.poll(() => wordsOf(page, 'Overdue')).toContain('Repot Monstera')
  const open = (words: string) => page.getByRole('button', { name: `More for ${words}: snooze, skip` }).click()
  const menu = page.getByRole('dialog')
  await open('Repot Monstera')
  await menu.getByText('It moves out of Overdue until then. The plan itself stays as it is.').waitFor()
  await menu.getByRole('button', { name: /^Tomorrow/ }).click()
  await page.getByText(/^snoozed until/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  expect(await wordsOf(page, 'Tomorrow')).toEqual(['Repot Monstera'])
  expect(await wordsOf(page, 'Overdue')).not.toContain('Repot Monstera')

  await open('Feed Monstera')
  expect(await menu.getByText('Third time in a row.').count()).toBe(0)
  await menu.getByRole('button', { name: /^Tomorrow/ }).click()
  await page.getByText(/^snoozed until/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  await open('Feed Monstera')
  await menu.getByRole('button', { name: 'Every 9 days instead of 7' }).click()
  await page.getByText('Every 9 days from now on').waitFor()
  await page.goto(`/plants/${plantId}`)
  const plan = panel(page, 'Care plan')
  await plan.getByText('every 2 years').waitFor()
  await plan.getByText('every 9 days').waitFor()
  expect(faults).toEqual([])
})

test('the log of a plant shows fifty of a year of entries, more on request, and one kind only', async () => {
  const grower = await application.register('Eva')
  const { plantId } = await addPlant(grower, 'Lemon')
  await addYear(plantId)
  const { page, faults } = await application.openAs(grower, `/plants/${plantId}`)
  const log = panel(page, 'Care log')
  const entries = log.getByRole('listitem')
  await expect.poll(() => entries.count()).toBe(50)
  for (const shown of [100, 150]) {
    await log.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => entries.count()).toBe(shown)
  }
  await log.getByText('Notes', { exact: true }).click()
  await expect.poll(() => entries.count()).toBe(12)
  expect(await log.getByRole('button', { name: 'Show older' }).count()).toBe(0)
  await log.getByText('All', { exact: true }).click()
  await expect.poll(() => entries.count()).toBe(150)
  // The dashboard reads none of them.
  const read: string[] = []
  page.on('request', (request) => read.push(request.url()))
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await settled(page)
  expect(read.filter((url) => url.includes(careRoutes.list.path))).toEqual([])
  expect(faults).toEqual([])
})

/** Adds a watering a day and a note a month, since the API would be too slow. */
async function addYear(plantId: string): Promise<void> {
  const { query } = application.server
  const [plant = {}] = await query(`select household_id from plant where id = '${plantId}'`)
  const row = (kind: string, days: number, note: string) =>
    `('${randomUUID()}', '${String(plant['household_id'])}', '${plantId}', '${kind}', ${Date.now() - days * DAY_MS}, '${note}')`
  const rows = [
    ...Array.from({ length: 365 }, (_, day) => row('water', day + 1, '')),
    ...Array.from({ length: 12 }, (_, month) => row('note', month * 30 + 1.5, `Month ${month}`)),
  ]
  await query(
    `with added (id, household, plant, kind, at, note) as (values ${rows.join(', ')})
     insert into care (id, household_id, plant_id, kind, at, source, note, created_at)
     select id, household, plant, kind, cast(at as bigint), 'client', note, cast(at as bigint) from added`,
  )
}
