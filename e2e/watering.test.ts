import { careRoutes, plantRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { useApplication } from './application.ts'
import { addPlant, cardOf, daysAgo, lastWateredOf, visibleText } from './plants.ts'

const application = useApplication()

test('a watering of one plant or of all is undone', async () => {
  const grower = await application.register('Una')
  await addPlant(grower, 'Fern', { lastWatered: daysAgo(14) })
  await addPlant(grower, 'Lemon', { planted: daysAgo(5) })
  const before = await lastWateredOf(grower)
  const { page, faults } = await application.openAs(grower, '/plants')
  const [fern, lemon] = [cardOf(page, 'Fern'), cardOf(page, 'Lemon')]
  await visibleText(fern, '7 days overdue').waitFor()
  await visibleText(lemon, 'In 2 day(s)').waitFor()

  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('button', { name: 'Water Fern' }).click()
  await visibleText(fern, 'Watered just now').waitFor()
  await visibleText(fern, 'In 7 day(s)').waitFor()
  const undo = fern.getByRole('button', { name: 'Undo: watered Fern' })
  await undo.waitFor()
  await expect.poll(() => lastWateredOf(grower)).not.toEqual(before)
  await undo.click()
  await visibleText(fern, '7 days overdue').waitFor()
  await expect.poll(() => lastWateredOf(grower)).toEqual(before)

  await page.getByRole('button', { name: 'Water all plants' }).click()
  await messages.getByText('Watered all plants').waitFor()
  await visibleText(lemon, 'In 7 day(s)').waitFor()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await visibleText(fern, '7 days overdue').waitFor()
  await visibleText(lemon, 'In 2 day(s)').waitFor()
  await expect.poll(() => lastWateredOf(grower)).toEqual(before)
  expect(faults).toEqual([])
})

test('the date of the last watering is corrected', async () => {
  const grower = await application.register('Kai')
  await addPlant(grower, 'Fern')
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
  // Midnight in the browser's time zone.
  expect(await lastWateredOf(grower)).toEqual(['2026-11-02T23:00:00.000Z'])
})

test('a watering that the server refuses is reverted, with its message', async () => {
  const grower = await application.register('Dan')
  await addPlant(grower, 'Fern', { waterEvery: 3, lastWatered: daysAgo(1) })
  const before = await lastWateredOf(grower)
  const { page } = await application.openAs(grower, '/plants')
  const card = cardOf(page, 'Fern')
  await visibleText(card, 'In 2 day(s)').waitFor()
  const refused = Promise.withResolvers<void>()
  await page.route(`**${careRoutes.add.path}*`, async (route) => {
    await refused.promise
    const problem = { type: 'plant.dead', title: 'A dead plant can’t be watered.', status: 409 }
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await page.getByRole('button', { name: 'Water Fern' }).click()
  await visibleText(card, 'In 3 day(s)').waitFor()
  // The list is not refetched, so it shows the reverted change.
  await page.route(`**${plantRoutes.list.path}*`, (route) => route.abort())
  refused.resolve()
  await page.getByText('A dead plant can’t be watered.').waitFor()
  await visibleText(card, 'In 2 day(s)').waitFor()
  expect(await lastWateredOf(grower)).toEqual(before)
})
