import { DAY_MS, plantRoutes, settingRoutes, type PlantInput } from '@greenhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe, openAs, PHONE } from './browser.ts'
import { register, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'

const application = useApplication()

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const add = (grower: Grower, plantName: string, more: Partial<PlantInput> = {}) =>
  grower.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 7, ...more } })
const lastWateredOf = async (grower: Grower) =>
  (await grower.call(plantRoutes.list)).map(({ lastWatered }) => lastWatered)
const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const seen = (place: Locator, text: string) => place.getByText(text, { exact: true }).filter({ visible: true })

test('a plant is added, watered with and without a question, changed, and marked as dead', async () => {
  const grower = await register(application.server.url, 'Asta')
  const { page, faults } = await application.openAs(grower, '/plants')
  await page.getByText('No plants found').waitFor()
  await page.getByText('Add your first plant and Greenhouse will tell you when it needs water.').waitFor()
  await page.getByRole('button', { name: 'Add a plant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await dialog.getByText('Name is required').waitFor()
  await dialog.getByText('Type is required').waitFor()
  await dialog.getByLabel('Name').fill('x'.repeat(101))
  await dialog.getByText('Name cannot be longer than 100 characters').waitFor()
  await dialog.getByLabel('Name').fill('Sweet basil')
  await dialog.getByLabel('Type').fill('Herb')
  await dialog.getByLabel('Species').fill('Ocimum basilicum')
  await dialog.getByLabel('Water every (days)').fill('366')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await dialog.getByText('Water every cannot be more than 365 days').waitFor()
  await dialog.getByLabel('Water every (days)').fill('7')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await page.getByText('Plant added').waitFor()
  const card = page.getByRole('article')
  await seen(card, 'In 7 day(s)').waitFor()
  const lastWatered = async () => (await lastWateredOf(grower))[0]
  const atFirst = await lastWatered()
  expect(atFirst).not.toBeNull()

  // Without the setting it is watered at once.
  await page.getByRole('button', { name: 'Water Sweet basil' }).click()
  await page.getByText('Watered Sweet basil').waitFor()
  const watered = await lastWatered()
  expect(watered).not.toBe(atFirst)

  // With the setting a dialog asks first, and Cancel changes nothing.
  await grower.call(settingRoutes.set, { params: { settingName: 'confirmdialog' }, body: { value: true } })
  await page.reload()
  await page.getByRole('button', { name: 'Water Sweet basil' }).click()
  await page.getByText('Do you really want to water this plant now?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await lastWatered()).toBe(watered)
  await page.getByRole('button', { name: 'Water all plants' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Water all plants' }).click()
  await expect.poll(lastWatered).not.toBe(watered)

  // Changed and back to its details.
  await page.getByRole('button', { name: 'Sweet basil', exact: true }).click()
  await dialog.getByRole('definition').filter({ hasText: 'Ocimum basilicum' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('By the window')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Plant updated').waitFor()
  await seen(page.getByRole('dialog'), 'By the window').waitFor()

  await page.getByRole('button', { name: 'Remove plant' }).click()
  await page.getByRole('dialog', { name: 'Remove Sweet basil?' }).getByRole('button', { name: 'Remove plant' }).click()
  await page.getByText('Plant removed').waitFor()
  await page.getByText('All your plants are dead. Turn on View dead to see them, or add a new one.').waitFor()
  await page.getByRole('switch', { name: 'View dead' }).click()
  await seen(card, 'Dead').waitFor()
  const picture = card.locator('svg').first()
  expect(await picture.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.5')
  // Its words stay readable.
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a watering is undone, of one plant and of all', async () => {
  const grower = await register(application.server.url, 'Una')
  await add(grower, 'Fern', { lastWatered: daysAgo(14) })
  await add(grower, 'Lemon', { planted: daysAgo(5) })
  const before = await lastWateredOf(grower)
  const { page, faults } = await application.openAs(grower, '/plants')
  const [fern, lemon] = [cardOf(page, 'Fern'), cardOf(page, 'Lemon')]
  await seen(fern, '7 days overdue').waitFor()
  await seen(lemon, 'In 2 day(s)').waitFor()

  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: 'Water Fern' }).click()
  await messages.getByText('Watered Fern').waitFor()
  await seen(fern, 'In 7 day(s)').waitFor()
  expect(await lastWateredOf(grower)).not.toEqual(before)
  await messages.getByRole('button', { name: 'Undo' }).click()
  await messages.getByText('Watering undone').waitFor()
  await seen(fern, '7 days overdue').waitFor()
  expect(await lastWateredOf(grower)).toEqual(before)

  await page.getByRole('button', { name: 'Water all plants' }).click()
  await messages.getByText('Watered all plants').waitFor()
  await seen(lemon, 'In 7 day(s)').waitFor()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await seen(fern, '7 days overdue').waitFor()
  await seen(lemon, 'In 2 day(s)').waitFor()
  expect(await lastWateredOf(grower)).toEqual(before)
  expect(faults).toEqual([])
})

test('the date of the last watering is corrected', async () => {
  const grower = await register(application.server.url, 'Kai')
  await add(grower, 'Fern')
  const { page } = await application.openAs(grower, '/plants')
  await page.getByRole('button', { name: 'Fern', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Never').waitFor()
  await dialog.getByRole('button', { name: 'Change last watered' }).click()
  const field = dialog.getByLabel('Last watered', { exact: true })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill('31/12/2999')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('Last watered cannot be in the future').waitFor()
  await field.fill('03/11/2026')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('definition').filter({ hasText: '03/11/2026' }).waitFor()
  await dialog.getByText(/^Today, \d+ days? overdue$/).waitFor()
  // Midnight where the browser is.
  expect(await lastWateredOf(grower)).toEqual(['2026-11-02T23:00:00.000Z'])
})

test('a dead plant is revived, or deleted for good', async () => {
  const grower = await register(application.server.url, 'Ivo')
  await add(grower, 'Fern')
  const { page, faults } = await application.openAs(grower, '/plants')
  await page.getByRole('switch', { name: 'View dead' }).click()
  await page.getByText('No dead plants.').waitFor()
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: 'Fern', exact: true }).click()
  const remove = async () => {
    await open()
    await dialog.getByRole('button', { name: 'Remove plant' }).click()
    await page.getByRole('dialog', { name: 'Remove Fern?' }).getByRole('button', { name: 'Remove plant' }).click()
    await seen(cardOf(page, 'Fern'), 'Dead').waitFor()
  }

  await remove()
  await open()
  await dialog.getByText('None – this plant is dead').waitFor()
  await dialog.getByRole('button', { name: 'Revive plant' }).click()
  await page.getByText('Plant revived').waitFor()
  await dialog.getByRole('button', { name: 'Water', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect((await grower.call(plantRoutes.list)).map(({ isDead }) => isDead)).toEqual([false])

  await remove()
  await open()
  await dialog.getByRole('button', { name: 'Delete plant' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Fern for good?' })
  await question.getByRole('button', { name: 'Delete plant' }).click()
  await page.getByText('Plant deleted').waitFor()
  await page.getByText('No plants found').waitFor()
  expect(await grower.call(plantRoutes.list)).toEqual([])
  expect(faults).toEqual([])
})

test('a watering that the server refuses is taken back, with its words', async () => {
  const grower = await register(application.server.url, 'Dan')
  await add(grower, 'Fern', { waterEvery: 3, lastWatered: daysAgo(1) })
  const before = await lastWateredOf(grower)
  const { page } = await application.openAs(grower, '/plants', { serviceWorkers: 'block' })
  const card = cardOf(page, 'Fern')
  await seen(card, 'In 2 day(s)').waitFor()
  const refused = Promise.withResolvers<void>()
  await page.route(`**${plantRoutes.water.path}*`, async (route) => {
    await refused.promise
    const problem = { type: 'plant.dead', title: 'A dead plant can’t be watered.', status: 409 }
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await page.getByRole('button', { name: 'Water Fern' }).click()
  await seen(card, 'In 3 day(s)').waitFor()
  // The list is not asked for again, so what is shown afterwards is what was put back.
  await page.route(`**${plantRoutes.list.path}*`, (route) => route.abort())
  refused.resolve()
  await page.getByText('A dead plant can’t be watered.').waitFor()
  await seen(card, 'In 2 day(s)').waitFor()
  expect(await lastWateredOf(grower)).toEqual(before)
})

test('what the plants say when the server is away', async () => {
  const grower = await register(application.server.url, 'Noor')
  await add(grower, 'Fern')
  const { page } = await application.visit({ serviceWorkers: 'block' })
  const away = (path: string) => page.route(`**${path}*`, (route) => route.abort())
  const back = (path: string) => page.unroute(`**${path}*`)
  await away(plantRoutes.list.path)
  await openAs(page, grower, '/plants')
  await page.getByText('No plants found or system is down. Please refresh.').waitFor()
  await back(plantRoutes.list.path)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await cardOf(page, 'Fern').waitFor()

  await away(plantRoutes.water.path)
  await page.getByRole('button', { name: 'Water Fern' }).click()
  await page.getByText('The server can’t be reached. Check the connection and try again.').waitFor()

  await away(plantRoutes.markDead.path)
  await page.getByRole('button', { name: 'Fern', exact: true }).click()
  await page.getByRole('button', { name: 'Remove plant' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Fern?' })
  await question.getByRole('button', { name: 'Remove plant' }).click()
  await page.getByText('Could not remove plant').waitFor()
  expect(await question.isVisible()).toBe(true)
  expect((await grower.call(plantRoutes.list)).map(({ isDead }) => isDead)).toEqual([false])
})

test('the dashboard says in red whether plants need watering, and in green that none does', async () => {
  const grower = await register(application.server.url, 'Rita')
  const { page } = await application.openAs(grower, '/')
  const card = page.getByRole('article', { name: 'Need watering' })
  const wordIs = async (word: string, colour: string) => {
    const shown = card.getByText(word, { exact: true })
    await shown.waitFor()
    const [is, wanted] = await shown.evaluate((element, token) => {
      const sample = document.body.appendChild(document.createElement('span'))
      sample.style.color = `var(${token})`
      const colours = [getComputedStyle(element).color, getComputedStyle(sample).color]
      sample.remove()
      return colours
    }, colour)
    expect(is).toBe(wanted)
  }
  await page.getByText('No Plants Registered!').waitFor()
  await wordIs('No', '--ok')
  await add(grower, 'Fern', { lastWatered: daysAgo(9) })
  await page.reload()
  await wordIs('Yes', '--danger')
  await page.getByRole('button', { name: 'Water Fern' }).click()
  await wordIs('No', '--ok')
})

test('the carousel shows as many cards of 300 pixels as fit, one to four, and its arrows turn the page', async () => {
  const grower = await register(application.server.url, 'Vera')
  for (let index = 1; index <= 5; index++) await add(grower, `Plant ${index}`, { lastWatered: daysAgo(1) })
  const { page } = await application.openAs(grower, '/', { reducedMotion: 'reduce' })
  const carousel = page.getByRole('region', { name: 'Plants' })
  const track = carousel.getByRole('list')
  await carousel.getByRole('article').first().waitFor()
  const inView = () =>
    track.evaluate((list) => {
      const edge = list.getBoundingClientRect()
      return [...list.children].flatMap((card) => {
        const { left, right } = card.getBoundingClientRect()
        return left >= edge.left - 1 && right <= edge.right + 1 ? [card.textContent.match(/Plant \d/)?.[0]] : []
      })
    })
  for (const [width, cards] of [
    [615, 1],
    [616, 2],
    [931, 2],
    [932, 3],
    [1247, 3],
    [1248, 4],
    [2000, 4],
  ] as const) {
    await carousel.evaluate((element, pixels) => (element.style.width = `${pixels}px`), width)
    expect([width, (await inView()).length]).toEqual([width, cards])
    const least = await track.evaluate((list) => list.firstElementChild?.getBoundingClientRect().width)
    expect(Math.round(least ?? 0)).toBeGreaterThanOrEqual(300)
  }
  await carousel.evaluate((element) => (element.style.width = '616px'))
  const [before, after] = ['Previous page', 'Next page'].map((name) => carousel.getByRole('button', { name }))
  expect(await before?.isDisabled()).toBe(true)
  await after?.click()
  await expect.poll(inView).toEqual(['Plant 3', 'Plant 4'])
  await before?.click()
  await expect.poll(inView).toEqual(['Plant 1', 'Plant 2'])
})

test('a date is picked from the calendar of the browser as well', async () => {
  const grower = await register(application.server.url, 'Nora')
  const { page } = await application.openAs(grower, '/plants')
  await page.getByRole('button', { name: 'Add a plant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose Planted' }).click()
  const picker = dialog.locator('input[type=date]')
  expect(await picker.count()).toBe(1)
  await picker.fill('2026-03-09')
  expect(await dialog.getByLabel('Planted', { exact: true }).inputValue()).toBe('09/03/2026')
})

test('plants out of sight are not rendered while a dialog is open, and are back when it closes', async () => {
  const grower = await register(application.server.url, 'Olga')
  for (let index = 1; index <= 40; index++) await add(grower, `Plant ${index}`)
  const { page } = await application.openAs(grower, '/plants', { viewport: PHONE })
  const cards = page.locator('article')
  const areRendered = () =>
    cards.evaluateAll((all) => all.map((card) => card.checkVisibility({ contentVisibilityAuto: true })))
  await cards.last().getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const rendered = await areRendered()
  expect([rendered[0], rendered.at(-1)]).toEqual([false, true])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect
    .poll(async () => (await areRendered()).filter(Boolean).length)
    .toBeGreaterThan(rendered.filter(Boolean).length)
})
