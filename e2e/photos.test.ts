import { careRoutes, householdRoutes, photoRoutes } from '@greenhouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPicture } from '../server/test/photos.ts'
import { join } from '../testing/growers.ts'
import { useApplication } from './application.ts'
import { axe, openAs, PHONE, WIDE } from './browser.ts'
import { addTomato, chooseFiles, fileOf, isDrawn, openForm, photos, photosOf, send } from './photos.ts'
import { addPlant, cardOf, daysAgo } from './plants.ts'

const application = useApplication()

/** Returns a function that returns the last file that was sent, which the browser reports to nobody else, and its sides. */
async function watchUploads(page: Page) {
  await page.evaluate(() => {
    const { send: original } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function watched(body) {
      if (body instanceof Blob) Object.assign(window, { uploaded: body })
      original.call(this, body)
    }
  })
  return () =>
    page.evaluate(async () => {
      const { uploaded } = window as unknown as { uploaded: Blob }
      const { width, height } = await createImageBitmap(uploaded)
      return { text: new TextDecoder('latin1').decode(await uploaded.arrayBuffer()), sides: [width, height] }
    })
}

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('a photo is made smaller, sent without the data of the camera, and dated as taken: %s', async (_name, viewport) => {
  const grower = await application.register('Pia')
  const plantId = await addTomato(grower)
  const { page, faults } = await application.openAs(grower, `/plants/${plantId}`, { viewport })
  await photos(page).getByText('No photos yet.').waitFor()
  const uploads: URL[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/photos?')) uploads.push(new URL(request.url()))
  })
  const lastUpload = await watchUploads(page)
  await openForm(page)
  const taken = fileOf(
    'IMG_0412.jpg',
    await aPicture({
      width: 4000,
      height: 3000,
      colour: '#3a7d44',
      takenAt: '2026:06:16 14:20:08',
      orientation: 6,
    }),
  )
  await chooseFiles(page).setInputFiles(taken)
  await page.getByRole('button', { name: 'Remove IMG_0412.jpg' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Text', { exact: true }).fill('First truss is turning red.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Note added').waitFor()

  await isDrawn(page, 'San Marzano, 16/06/2026, day 96')
  expect(uploads).toHaveLength(1)
  expect(uploads[0]?.searchParams.get('takenAt')).toBe('2026-06-16T12:20:08.000Z')
  const { text, sides } = await lastUpload()
  expect(sides).toEqual([1536, 2048])
  expect(taken.buffer.toString('latin1')).toMatch(/SecretCamera/)
  expect(text).not.toMatch(/SecretCamera|GPS|Exif/)
  const [photo] = await photosOf(grower, plantId)
  const [entry] = await grower.call(careRoutes.list, { query: { plant: plantId, kinds: 'note' } })
  expect(photo).toMatchObject({ width: 1536, height: 2048, isCover: true, careId: entry?.careId })
  // The log shows it, and opens it with the text of its entry.
  await page.getByRole('button', { name: 'Open the photo of 16/06/2026, day 96' }).click()
  const viewer = page.getByRole('dialog', { name: '16/06/2026, day 96' })
  await viewer.getByText('First truss is turning red.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('files that are no photos are refused by name, and the others are added', async () => {
  const grower = await application.register('Ole')
  const plantId = await addTomato(grower)
  const { page, faults } = await application.openAs(grower, `/plants/${plantId}`)
  await openForm(page)
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
  await chooseFiles(page).setInputFiles([
    { name: 'seeds.zip.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('PK\u0003\u0004 no photo') },
    { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: heic },
    fileOf('dot.jpg', await aPicture({ width: 10, height: 10 })),
    fileOf('leaf.jpg', await aPicture({ width: 60, height: 40 })),
  ])
  const refusals = page.getByRole('group', { name: 'Photos' }).getByRole('alert')
  for (const sentence of [
    'seeds.zip.jpg: This is not a photo that can be read. JPEG, PNG, WebP, AVIF.',
    'IMG_1.heic: This browser can’t read HEIC photos. Choose JPEG in the camera’s settings.',
    'dot.jpg: The photo is too small. Each side needs at least 20 pixels.',
  ])
    await refusals.getByText(sentence).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Photo added').waitFor()
  expect(await photosOf(grower, plantId)).toHaveLength(1)
  expect((await grower.call(careRoutes.list, { query: { plant: plantId } })).map(({ kind }) => kind)).toEqual(['photo'])
  expect(faults).toEqual([])
})

test.each([
  ['wide', WIDE],
  ['phone', PHONE],
])('photos are looked through, compared, made the cover and deleted by keyboard: %s', async (_name, viewport) => {
  const grower = await application.register('Eja')
  const plantId = await addTomato(grower)
  await send(grower, plantId, await aPicture({ colour: '#2a5', width: 800, height: 600 }), '2026-03-21T10:00:00.000Z')
  await send(grower, plantId, await aPicture({ colour: '#385', width: 800, height: 600 }), '2026-04-11T10:00:00.000Z')
  const newest = await send(
    grower,
    plantId,
    await aPicture({ colour: '#a33', width: 800, height: 600 }),
    '2026-06-16T10:00:00.000Z',
  )
  const { page, faults } = await application.openAs(grower, `/plants/${plantId}`, { viewport })
  await isDrawn(page, 'San Marzano, 16/06/2026, day 96')
  const strip = page.getByRole('group', { name: 'Photos by date' })
  expect(await strip.getByRole('radio').count()).toBe(3)
  await strip.getByRole('radio', { name: '16/06 day 96' }).focus()
  await page.keyboard.press('ArrowLeft')
  await isDrawn(page, 'San Marzano, 11/04/2026, day 30')
  expect(await axe(page)).toEqual([])

  const open = page.getByRole('button', { name: 'Open the photo', exact: true })
  await open.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '11/04/2026, day 30' }).getByText('2 of 3').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: '21/03/2026, day 9' }).getByText('Cover', { exact: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const viewer = page.getByRole('dialog', { name: '16/06/2026, day 96' })
  await viewer.getByRole('button', { name: 'Make it the cover' }).press('Enter')
  await viewer.getByText('Cover', { exact: true }).waitFor()

  // The camera had the wrong year.
  const change = viewer.getByRole('button', { name: 'Change date' })
  await change.press('Enter')
  const taken = page.getByRole('dialog', { name: 'When it was taken' })
  const day = taken.getByRole('textbox', { name: 'When' })
  await expect.poll(() => day.evaluate((field) => field === document.activeElement)).toBe(true)
  const retype = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await retype('31/02/2026')
  await taken.getByText('Not a valid date').waitFor()
  await retype('16/06/2099')
  await taken.getByText('It cannot be in the future').waitFor()
  expect(await axe(page)).toEqual([])
  await retype('28/03/2026')
  await page.getByRole('dialog', { name: '28/03/2026, day 16' }).getByText('2 of 3').waitFor()
  expect(
    await strip.getByRole('radio').evaluateAll((all) => all.map((one) => one.closest('label')?.textContent)),
  ).toEqual(['21/03day 9', '28/03day 16', '11/04day 30'])
  expect((await photosOf(grower, plantId)).map(({ takenAt }) => takenAt.slice(0, 10))).toEqual([
    '2026-04-11',
    '2026-03-28',
    '2026-03-21',
  ])
  await page.getByRole('button', { name: 'Change date' }).press('Enter')
  await retype('16/06/2026')
  await viewer.getByText('3 of 3').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await grower.call(photoRoutes.covers, { query: {} })).map(({ photoId }) => photoId)).toEqual([newest.photoId])

  await page.getByRole('button', { name: 'Compare two photos' }).press('Enter')
  const comparison = page.getByRole('dialog', { name: 'Compare San Marzano' })
  const slider = comparison.getByRole('slider')
  await expect.poll(() => slider.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await comparison.getByLabel('Before', { exact: true }).locator('option:checked').textContent()).toBe(
    '21/03/2026, day 9',
  )
  await comparison.getByLabel('After', { exact: true }).selectOption('16/06/2026, day 96')
  await isDrawn(page, 'Before: 21/03/2026, day 9')
  await isDrawn(page, 'After: 16/06/2026, day 96')
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await slider.inputValue()).toBe('0')
  await page.keyboard.press('ArrowRight')
  expect(await slider.inputValue()).toBe('1')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  await open.click()
  await page.getByRole('button', { name: 'Delete photo' }).click()
  await page.getByRole('dialog', { name: 'Delete this photo?' }).getByRole('button', { name: 'Delete photo' }).click()
  await page.getByRole('dialog', { name: '16/06/2026, day 96' }).getByText('2 of 2').waitFor()
  expect(await photosOf(grower, plantId)).toHaveLength(2)
  await page.goto('/plants')
  await cardOf(page, 'San Marzano').locator('img').waitFor()
  expect(await cardOf(page, 'San Marzano').locator('img').getAttribute('src')).toContain(newest.photoId)
  expect(await axe(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a viewer sees photos and adds none, and the links of who leaves end', async () => {
  const [asta, alex] = [await application.register('Asta'), await application.register('Alex')]
  const plantId = await addTomato(asta)
  const stranger = await addPlant(alex, 'Fern')
  const theirs = await send(
    alex,
    stranger.plantId,
    await aPicture({ colour: '#2a5', width: 800, height: 600 }),
    daysAgo(3),
  )
  await send(asta, plantId, await aPicture({ colour: '#2a5', width: 800, height: 600 }), '2026-06-16T10:00:00.000Z')
  const { householdId } = await join(asta, alex, 'viewer')
  const { page } = await application.openAs(alex, `/plants/${plantId}?household=${householdId}`)
  await isDrawn(page, 'San Marzano, 16/06/2026, day 96')
  expect(await page.getByRole('button', { name: 'Add note or photo' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Open the photo', exact: true }).click()
  await page.getByRole('dialog', { name: '16/06/2026, day 96' }).getByText('Cover', { exact: true }).waitFor()
  for (const name of ['Delete photo', 'Make it the cover'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  const link = await page.getByAltText('San Marzano, 16/06/2026, day 96').first().getAttribute('src')
  const read = () => fetch(new URL(link ?? '', application.server.url))
  expect((await read()).status).toBe(200)
  const [own] = (await asta.call(householdRoutes.list)).flatMap(({ people }) =>
    people.filter(({ name }) => name === 'Alex'),
  )
  await asta.call(householdRoutes.removeMember, { params: { householdId, userId: own?.userId ?? '' } })
  expect((await read()).status).toBe(404)
  // Photos of the own household stay, and nobody else finds them.
  await expect(asta.call(photoRoutes.list, { params: { plantId: theirs.plantId } })).rejects.toThrow('plant')
  expect(await photosOf(alex, theirs.plantId)).toHaveLength(1)
})

test('a page fetches new links when those of its photos have ended', async () => {
  const grower = await application.register('Liv')
  const plantId = await addTomato(grower)
  await send(grower, plantId, await aPicture({ colour: '#2a5', width: 800, height: 600 }), '2026-06-16T10:00:00.000Z')
  const { page } = await application.visit()
  let isEnded = true
  await page.route('**/api/photos/*/large?*', (call) =>
    isEnded ? call.fulfill({ status: 404, body: '' }) : call.fallback(),
  )
  await page.route(`**/api/plants/${plantId}/photos*`, async (call) => {
    // The first list has links that have ended.
    if (isEnded && linksFetched++ > 0) isEnded = false
    await call.fallback()
  })
  let linksFetched = 0
  await openAs(page, grower, `/plants/${plantId}`)
  await isDrawn(page, 'San Marzano, 16/06/2026, day 96')
  expect(linksFetched).toBeGreaterThan(1)
})
