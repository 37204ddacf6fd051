import { episodeRoutes, placeRoutes, plantRoutes, probeRoutes, ruleRoutes, speciesRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { sendReadings } from '../testing/boards.ts'
import { addDevice, type Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, PHONE, WIDE } from './browser.ts'
import { showTheme } from './theme.ts'

const application = useApplication()
const TOMATO = 'Solanum lycopersicum'
const HOSTILE = ['<img src=x onerror=alert(1)>', 'W'.repeat(100), '\u200fمرحبا بالعالم\u200f 🌱'] as const
const RANGE = { stage: 'any', metric: 'temperature', low: 18, high: 27 } as const

/** Adds a house whose air is far too dry for a tomato: 2.78 kPa. */
async function dryHouse(grower: Grower): Promise<void> {
  const { placeId } = await grower.call(placeRoutes.create, { body: { name: 'Tomato house', kind: 'greenhouse' } })
  const device = await addDevice(grower, 'Roof')
  await grower.call(placeRoutes.moveDevice, { params: { deviceId: device.deviceId }, body: { placeId } })
  await sendReadings(application.server.url, device, [{ temperature: 34.1, humidity: 48 }])
}

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('a search leads to an own species, which is unfolded: %s', async (_name, viewport) => {
  const grower = await application.register('Asta')
  const body = { name: 'Rosa canina', names: { en: 'Dog rose' }, waterEvery: 9 }
  await grower.call(speciesRoutes.create, { body })
  const { page, faults } = await application.openAs(grower, '/', { viewport })
  await page.getByRole('button', { name: 'Search, Ctrl K' }).click()
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('dog ros')
  await page.getByRole('option', { name: /Dog rose.*Rosa canina, own species/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await field.press('Enter')
  await page.waitForURL('**/species?show=*')
  const own = page.getByRole('region', { name: 'Your own' })
  await own.getByText('Water every 9 days').waitFor()
  await own.getByRole('button', { name: 'Edit Rosa canina' }).click()
  await page.getByRole('dialog', { name: 'Edit species' }).waitFor()
  expect(faults).toEqual([])
})

test('a chosen species proposes water and ranges, and what is outside of one opens a rule that is filled in', async () => {
  const grower = await application.register('Asta')
  await dryHouse(grower)
  const { page, faults } = await application.openAs(grower, '/plants')
  await page.getByRole('button', { name: 'Add a plant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('San Marzano')
  const species = dialog.getByRole('combobox', { name: 'Species' })
  await species.fill('tomaat')
  await dialog.getByRole('option', { name: `Tomato, Tomaat ${TOMATO}` }).waitFor()
  await species.press('ArrowDown')
  await species.press('Enter')
  expect(await species.inputValue()).toBe(TOMATO)
  expect(await dialog.getByLabel('Type').inputValue()).toBe('Tomato')
  expect(await dialog.getByLabel('Water every (days)').inputValue()).toBe('2')
  await dialog.getByText('Tomato: water every 2 days; brings ideal ranges of').waitFor()
  await dialog.getByLabel('Place').selectOption('Tomato house')
  await dialog.getByRole('button', { name: 'Add plant' }).click()
  await page.getByText('Plant added').waitFor()
  const [plant] = await grower.call(plantRoutes.list, { query: {} })
  expect(plant).toMatchObject({ plantType: 'Tomato', species: TOMATO, waterEvery: 2 })

  await page.goto(`/plants/${plant?.plantId}`)
  const row = page.getByRole('listitem').filter({ hasText: 'VPD' })
  await row.getByText('ideal 0,8–1,2').waitFor()
  await page.getByRole('button', { name: 'Sensors and ideal ranges' }).click()
  await page.getByLabel('Stage').selectOption('Fruiting')
  await row.getByText('ideal 0,8–1,4').waitFor()
  expect(await row.innerText()).toMatch(/VPD, fruiting[^]*2,78\s*kPa[^]*1,38 above/)
  const verdict = row.getByText('1,38 above')
  expect(await verdict.evaluate((one) => one.matches('.text-sun-ink'))).toBe(true)
  await page.getByText(`ideal for ${TOMATO}, fruiting`).waitFor()
  // A range alerts nobody.
  expect(await grower.call(episodeRoutes.list, { query: { state: 'open' } })).toEqual([])

  await row.getByRole('link', { name: 'Alert me outside this: VPD' }).click()
  await page.getByRole('heading', { name: 'New rule' }).waitFor()
  await page.getByRole('status').getByText('would never have fired').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect
    .poll(async () =>
      (await grower.call(ruleRoutes.list, { query: {} })).map((one) => [one.kind, one.limit, one.upperLimit]),
    )
    .toContainEqual(['outside', 0.8, 1.4])
  await page.goto(`/plants/${plant?.plantId}`)
  await verdict.waitFor()
  expect(await verdict.evaluate((one) => one.matches('.text-danger'))).toBe(true)
  expect(await row.getByRole('link').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a species is copied, changed, given to a plant and deleted', async () => {
  const grower = await application.register('Asta')
  const { page, faults } = await application.openAs(grower, '/species')
  const search = page.getByRole('searchbox', { name: 'Search species' })
  await search.fill('basilik')
  await page.getByText('Ocimum basilicum').click()
  await page.getByText('Mortensen, The effect of air temperature', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Copy Ocimum basilicum' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Botanical name').fill('Ocimum tenuiflorum')
  await dialog.getByLabel('Common name').fill('Holy basil')
  await dialog.getByRole('group', { name: 'Temperature, any stage' }).getByLabel('To').fill('2')
  await dialog.getByRole('button', { name: 'Add species' }).click()
  await dialog.getByText('Temperature: The lower value must be below the upper one.').waitFor()
  await dialog.getByRole('group', { name: 'Temperature, any stage' }).getByLabel('To').fill('29,5')
  await dialog.getByRole('button', { name: 'Add species' }).click()
  await page.getByText('Species added').waitFor()
  await search.fill('')
  const own = page.getByRole('region', { name: 'Your own' })
  await own.getByText('Holy basil').click()
  await own.getByText('Temperature 18–29,5').waitFor()
  await own.getByRole('button', { name: 'Edit Ocimum tenuiflorum' }).click()
  await dialog.getByLabel('Water every (days)').fill('4')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await own.getByText('Water every 4 days').waitFor()

  const [made] = await grower.call(speciesRoutes.list, { query: {} })
  expect(made).toMatchObject({ own: true, name: 'Ocimum tenuiflorum', waterEvery: 4 })
  const { plantId } = await grower.call(plantRoutes.create, { body: { plantName: 'Pot', plantType: 'Herb' } })
  await grower.call(placeRoutes.movePlant, { params: { plantId }, body: { speciesId: made?.speciesId ?? null } })
  const ideal = async () => (await grower.call(probeRoutes.show, { params: { plantId } })).ideal
  expect(await ideal()).toContainEqual(expect.objectContaining({ metric: 'temperature', low: 18, high: 29.5 }))
  await own.getByRole('button', { name: 'Delete Ocimum tenuiflorum' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await own.waitFor({ state: 'detached' })
  expect(await ideal()).toEqual([])
  expect(faults).toEqual([])
})

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
  ['very narrow', { width: 320, height: 640 }],
])('the species break no rule of accessibility, with any names (%s)', async (look, viewport) => {
  const grower = await application.register('Asta')
  for (const name of HOSTILE)
    await grower.call(speciesRoutes.create, { body: { name, names: { en: name }, ranges: [RANGE] } })
  const { page, faults } = await application.openAs(grower, '/species', { viewport })
  const own = page.getByRole('region', { name: 'Your own' })
  await expect.poll(() => own.getByRole('listitem').count()).toBe(HOSTILE.length)
  await own.getByText(HOSTILE[0]).first().click()
  await own.getByText('Temperature 18–27').first().waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme)
    expect([look, theme, await axe(page)]).toEqual([look, theme, []])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  expect(faults).toEqual([])
})
