import { photoRoutes, placeRoutes } from '@greenhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { aPicture } from '../server/test/photos.ts'
import type { Grower } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, openAs, PHONE, WIDE } from './browser.ts'
import { movedOn, watchShift } from './layout-shift.ts'
import { addTomato, isDrawn, photos, send } from './photos.ts'
import { addPlant } from './plants.ts'
import { settled } from './settled.ts'

const DAYS = ['2026-03-21', '2026-04-11', '2026-04-28', '2026-05-17', '2026-06-03', '2026-06-16']

const application = useApplication()
let grower: Grower
let tomato: string
let basil: string
let fern: string

beforeAll(async () => {
  grower = await application.register('Pia')
  tomato = await addTomato(grower)
  const house = { name: 'Tomato house', kind: 'greenhouse', shelter: 'cold' } as const
  const { placeId: parentId } = await grower.call(placeRoutes.create, { body: house })
  const bench = { name: 'Bench A', kind: 'bench', shelter: 'frost-free', parentId } as const
  const { placeId } = await grower.call(placeRoutes.create, { body: bench })
  await grower.call(placeRoutes.movePlant, { params: { plantId: tomato }, body: { placeId } })
  basil = (await addPlant(grower, 'Basil')).plantId
  fern = (await addPlant(grower, 'Fern')).plantId
  const picture = await aPicture({ width: 800, height: 600 })
  for (const day of DAYS) await send(grower, tomato, picture, `${day}T10:00:00.000Z`)
  await send(grower, basil, picture, '2026-06-16T10:00:00.000Z')
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  return box && Object.values(box).map(Math.round)
}

const strip = (page: Page) => page.getByRole('group', { name: 'Photos by date' })
const nameOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Compares a place on the screen with the drawn design, which allows 4 pixels. */
async function expectAt(locator: Locator, [x, y, width, height]: readonly [number, number, number, number]) {
  const box = (await boxOf(locator)) ?? []
  const difference = [x, y, width, height].map((side, index) => Math.abs(side - (box[index] ?? Infinity)))
  expect(Math.max(...difference), `${box.join()} instead of ${[x, y, width, height].join()}`).toBeLessThanOrEqual(4)
}

test('the photo of a plant reaches from edge to edge above its name on a phone', async () => {
  const { page, faults } = await application.openAs(grower, '/about', { viewport: PHONE })
  await watchShift(page)
  await page.goto(`/plants/${tomato}`)
  await isDrawn(page, 'San Marzano, 16/06/2026, day 96')
  await settled(page)
  await expectAt(photos(page).getByAltText('San Marzano, 16/06/2026, day 96'), [0, 56, 390, 248])
  await expectAt(strip(page).locator('img').last(), [321, 316, 53, 44])
  await expectAt(page.getByRole('button', { name: 'Water', exact: true }), [16, 495, 175, 44])
  await expectAt(page.getByRole('button', { name: 'Add note or photo' }), [199, 495, 175, 44])
  expect((await boxOf(nameOf(page)))?.[1]).toBeGreaterThan(380)
  expect(await axe(page)).toEqual([])

  // The button of the search is hidden with the header.
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'QR label' }).click()
  await page.getByRole('heading', { name: 'Labels' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'More for San Marzano' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Plants', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Plants', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('the photo of a plant is below its name and beside the conditions on a wide screen', async () => {
  const { page, faults } = await application.openAs(grower, `/plants/${tomato}`, { viewport: WIDE })
  await isDrawn(page, 'San Marzano, 16/06/2026, day 96')
  await settled(page)
  const [name, picture, conditions] = await Promise.all(
    [nameOf(page), photos(page), page.getByRole('region', { name: 'Conditions now' })].map(boxOf),
  )
  expect(picture?.[1]).toBeGreaterThan((name?.[1] ?? Infinity) + 38)
  expect(picture?.[1]).toBe(conditions?.[1])
  expect((await boxOf(page.getByRole('link', { name: 'QR label' })))?.[3]).toBe(44)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test.each([
  ['many photos', 390, () => tomato],
  ['one photo', 390, () => basil],
  ['no photo', 390, () => fern],
  ['many photos', 1440, () => tomato],
  ['one photo', 1440, () => basil],
  ['no photo', 1440, () => fern],
] as const)(
  'the page of a plant with %s opens at %d pixels without moving what is painted',
  async (_name, width, plantId) => {
    const { page } = await application.visit({ viewport: { width, height: 844 } })
    await watchShift(page)
    // Later than everything else.
    const held = Promise.withResolvers<void>()
    await page.route(`**${photoRoutes.list.path.replace(':plantId', plantId())}*`, async (call) => {
      await held.promise
      await call.fallback()
    })
    await openAs(page, grower, `/plants/${plantId()}`)
    await page.getByRole('button', { name: 'Water', exact: true }).waitFor()
    const before = await boxOf(nameOf(page))
    held.resolve()
    await photos(page).waitFor()
    await settled(page)
    expect(await boxOf(nameOf(page))).toEqual(before)
    expect(await movedOn(page)).toEqual([])
  },
)
