import { careRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aPicture } from '../server/test/photos.ts'
import { useApplication } from './application.ts'
import { byName } from './authenticator.ts'
import { axe, openAs } from './browser.ts'
import { addTomato, chooseFiles, fileOf, openForm, photosOf, send } from './photos.ts'
import { cardOf } from './plants.ts'
import { settled } from './settled.ts'

const application = useApplication()

test('a photo without a network waits over a reload, and is sent once, behind its note', async () => {
  const grower = await application.register('Ida')
  const plantId = await addTomato(grower)
  await send(grower, plantId, await aPicture({ colour: '#2a5', width: 800, height: 600 }), '2026-03-21T10:00:00.000Z')
  const { page, faults } = await application.visit({ baseURL: byName(application.server.url), serviceWorkers: 'allow' })
  await openAs(page, grower, '/plants')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // The cover is kept from the next page on, when the service worker is there.
  await page.reload()
  await cardOf(page, 'San Marzano').locator('img').waitFor()
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('greenhouse-pictures')).keys()).length))
    .toBe(1)
  await page.goto(`/plants/${plantId}`)
  await page.getByRole('heading', { name: 'Care log' }).waitFor()
  for (const key of ['"care"', '["photos","covers"]'])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('greenhouse.known') ?? '')).toContain(key)

  await page.context().setOffline(true)
  await openForm(page)
  await page.getByLabel('Text', { exact: true }).fill('Aphids below the leaves')
  await chooseFiles(page).setInputFiles([
    fileOf('one.jpg', await aPicture({ colour: '#a33', width: 600, height: 400 })),
    fileOf('two.jpg', await aPicture({ colour: '#33a', width: 600, height: 400 })),
  ])
  await page.getByRole('button', { name: 'Remove two.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const waiting = page.getByRole('list', { name: 'Waiting for the network' })
  await expect.poll(() => waiting.getByText('Photo of San Marzano').count()).toBe(2)
  // A card shows its cover from the cache.
  await page.goto('/plants')
  await expect
    .poll(() =>
      cardOf(page, 'San Marzano')
        .locator('img')
        .evaluate((one) => (one as HTMLImageElement).naturalWidth),
    )
    .toBe(400)
  await page.goto('/waiting')
  const list = page.getByRole('list', { name: 'Waiting', exact: true })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  await page.getByText(/^3, \d,\d MB$/).waitFor()
  expect(await axe(page)).toEqual([])

  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') sent.push(pathname.split('/').at(-1) ?? '')
  })
  await page.context().setOffline(false)
  await page.getByText('3 actions sent').waitFor()
  expect(sent.filter((name) => name === 'care' || name === 'photos')).toEqual(['care', 'photos', 'photos'])
  const [entry, ...others] = await grower.call(careRoutes.list, { query: { plant: plantId, kinds: 'note' } })
  expect([entry?.note, others.length]).toEqual(['Aphids below the leaves', 0])
  const added = (await photosOf(grower, plantId)).filter(({ careId }) => careId === entry?.careId)
  expect(added).toHaveLength(2)
  expect(faults).toEqual([])
})

test('a photo that the server refuses later is kept with its sentence, and another takes its place', async () => {
  const grower = await application.register('Una')
  const plantId = await addTomato(grower)
  const { page } = await application.openAs(grower, `/plants/${plantId}`)
  await settled(page)
  await page.context().setOffline(true)
  await openForm(page)
  await chooseFiles(page).setInputFiles(fileOf('one.jpg', await aPicture({ width: 60, height: 40 })))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('list', { name: 'Waiting for the network' }).getByText('Photo of San Marzano').waitFor()
  // As after a damage on the way: what arrives is no photo.
  await page.route('**/photos?*', (call) => call.continue({ postData: Buffer.from('no photo at all') }))
  await page.context().setOffline(false)
  await page.getByText('1 action could not be sent').waitFor()
  await page.unroute('**/photos?*')
  await page.goto('/waiting')
  const refused = page.getByRole('list', { name: 'Could not be sent' })
  await refused.getByText('This is not a photo that can be read. JPEG, PNG, WebP, AVIF.').waitFor()
  expect(await refused.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await refused.getByLabel('Choose another').setInputFiles(fileOf('two.jpg', await aPicture({ width: 80, height: 40 })))
  await page.getByText('Nothing waits. All that you did is sent.').waitFor()
  expect((await photosOf(grower, plantId)).map(({ width }) => width)).toEqual([80])
})
