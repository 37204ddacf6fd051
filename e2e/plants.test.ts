import { plantRoutes, settingRoutes } from '@greenhouse/contract'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { axe, openAs, PHONE } from './browser.ts'
import { addPlant, cardOf, lastWateredOf, visibleText } from './plants.ts'
import { settled } from './settled.ts'

const application = useApplication()

test('a plant is added, watered with and without a question, changed, and marked as dead', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.openAs(grower, '/plants')
  await page.getByText('No plants found').waitFor()
  await page.getByText('Add one with its rhythm. It tells you when it is thirsty.').waitFor()
  await page.getByRole('button', { name: 'Add a plant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await dialog.getByText('Name is required').waitFor()
  await dialog.getByText('Type is required').waitFor()
  await dialog.getByLabel('Name').fill('x'.repeat(101))
  await dialog.getByText('Name cannot be longer than 100 characters').waitFor()
  await dialog.getByLabel('Name').fill('Sweet basil')
  await dialog.getByLabel('Type').fill('Herb')
  await dialog.getByRole('combobox', { name: 'Species' }).fill('Ocimum basilicum')
  await dialog.getByLabel('Water every (days)').fill('366')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await dialog.getByText('Water every cannot be more than 365 days').waitFor()
  await dialog.getByLabel('Water every (days)').fill('7')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await page.getByText('Plant added').waitFor()
  const card = page.getByRole('article')
  await visibleText(card, 'In 7 day(s)').waitFor()
  const lastWatered = async () => (await lastWateredOf(grower))[0]
  const atFirst = await lastWatered()
  expect(atFirst).not.toBeNull()

  // Without the setting it is watered at once.
  await page.getByRole('button', { name: 'Water Sweet basil' }).click()
  await page.getByRole('button', { name: 'Undo: watered Sweet basil' }).waitFor()
  await expect.poll(lastWatered).not.toBe(atFirst)
  const watered = await lastWatered()

  // With the setting a dialog asks for confirmation, and Cancel changes nothing.
  await grower.call(settingRoutes.set, { params: { settingName: 'confirmdialog' }, body: { value: true } })
  // The page opens with cached settings and refetches them.
  const known = page.waitForResponse((response) => response.url().endsWith(settingRoutes.get.path))
  await page.reload()
  await (await known).finished()
  await settled(page)
  await page.getByRole('button', { name: 'Water Sweet basil' }).click()
  await page.getByText('Do you really want to water this plant now?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await settled(page)
  expect(await lastWatered()).toBe(watered)
  await page.getByRole('button', { name: 'Water all plants' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Water all plants' }).click()
  await expect.poll(lastWatered).not.toBe(watered)

  await page.getByRole('button', { name: 'Sweet basil', exact: true }).click()
  await dialog.getByRole('definition').filter({ hasText: 'Ocimum basilicum' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('By the window')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Plant updated').waitFor()
  await visibleText(page.getByRole('dialog'), 'By the window').waitFor()

  await page.getByRole('button', { name: 'Remove plant' }).click()
  await page.getByRole('dialog', { name: 'Remove Sweet basil?' }).getByRole('button', { name: 'Remove plant' }).click()
  await page.getByText('Plant removed').waitFor()
  await page.getByText('All your plants are dead. Turn on View dead to see them, or add a new one.').waitFor()
  await page.getByRole('switch', { name: 'View dead' }).click()
  await visibleText(card, 'Dead').waitFor()
  const picture = card.locator('svg').first()
  expect(await picture.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.5')
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a dead plant is revived, or deleted for good', async () => {
  const grower = await application.register('Ivo')
  await addPlant(grower, 'Fern')
  const { page, faults } = await application.openAs(grower, '/plants')
  await page.getByRole('switch', { name: 'View dead' }).click()
  await page.getByText('No dead plants.').waitFor()
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: 'Fern', exact: true }).click()
  const remove = async () => {
    await open()
    await dialog.getByRole('button', { name: 'Remove plant' }).click()
    await page.getByRole('dialog', { name: 'Remove Fern?' }).getByRole('button', { name: 'Remove plant' }).click()
    await visibleText(cardOf(page, 'Fern'), 'Dead').waitFor()
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

test('the page of plants shows an error when the server is unreachable', async () => {
  const grower = await application.register('Noor')
  await addPlant(grower, 'Fern')
  const { page } = await application.visit()
  const disconnect = (path: string) => page.route(`**${path}*`, (route) => route.abort())
  const reconnect = (path: string) => page.unroute(`**${path}*`)
  await disconnect(plantRoutes.list.path)
  await openAs(page, grower, '/plants')
  await page.getByText('No plants found or system is down. Please refresh.').waitFor()
  await reconnect(plantRoutes.list.path)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await cardOf(page, 'Fern').waitFor()

  await disconnect(plantRoutes.waterAll.path)
  await page.getByRole('button', { name: 'Water all plants' }).click()
  await page.getByText('The server can’t be reached. Check the connection and try again.').waitFor()

  await disconnect(plantRoutes.markDead.path)
  await page.getByRole('button', { name: 'Fern', exact: true }).click()
  await page.getByRole('button', { name: 'Remove plant' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Fern?' })
  await question.getByRole('button', { name: 'Remove plant' }).click()
  await page.getByText('Could not remove plant').waitFor()
  expect(await question.isVisible()).toBe(true)
  expect((await grower.call(plantRoutes.list)).map(({ isDead }) => isDead)).toEqual([false])
})

test('a date is picked from the calendar of the browser as well', async () => {
  const grower = await application.register('Nora')
  const { page } = await application.openAs(grower, '/plants')
  await page.getByRole('button', { name: 'Add a plant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose Planted' }).click()
  const picker = dialog.locator('input[type=date]')
  expect(await picker.count()).toBe(1)
  await picker.fill('2026-03-09')
  expect(await dialog.getByLabel('Planted', { exact: true }).inputValue()).toBe('09/03/2026')
})

test('skips rendering plants out of sight while a dialog is open, and renders them when it closes', async () => {
  const grower = await application.register('Olga')
  for (let index = 1; index <= 40; index++) await addPlant(grower, `Plant ${index}`)
  const { page } = await application.openAs(grower, '/plants', { viewport: PHONE })
  await page.getByRole('button', { name: 'Show 32 more' }).click()
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

test('skips rendering rows of plants far out of sight, except when the keyboard reaches them', async () => {
  const grower = await application.register('Pia')
  for (let index = 1; index <= 60; index++) await addPlant(grower, `Plant ${index}`)
  const { page } = await application.openAs(grower, '/plants', { viewport: PHONE })
  await page.getByRole('button', { name: 'Show 52 more' }).click()
  const rows = page.locator('div:has(> article)')
  await rows.first().waitFor()
  const isRendered = (row: Locator) =>
    row.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  await expect.poll(async () => [await isRendered(rows.first()), await isRendered(rows.last())]).toEqual([true, false])
  await page.getByRole('button', { name: 'Add a plant' }).focus()
  await page.keyboard.press('Shift+Tab')
  const last = page.getByRole('article').last()
  expect(await last.getByRole('button', { name: /^Water / }).evaluate((button) => button.matches(':focus'))).toBe(true)
  await expect.poll(() => isInSight(last)).toBe(true)
})

/** Whether it is completely within the screen. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}
