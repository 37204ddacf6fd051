import { exportRoutes } from '@greenhouse/contract'
import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { addedPhoto, aPicture, aPlant, removeBytesOf, TINY_PHOTO } from '../../../../test/photos.ts'
import { createWorld } from '../../../../test/world.ts'

test('exports the photos of a household as a tar archive, by the name of the plant and the date, with a ticket', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.as('ann'), await world.as('bob')]
  await addedPhoto(bob, await aPlant(bob, 'Theirs'))
  const [basil, odd] = [await aPlant(ann), await aPlant(ann, ` ../${'Kräuter/'.repeat(9)} `)]
  const one = await addedPhoto(ann, basil, TINY_PHOTO, { takenAt: '2026-11-01T08:00:00Z' })
  const other = await addedPhoto(ann, odd, await aPicture(), { takenAt: '2026-11-02T08:00:00Z' })
  const lost = await addedPhoto(ann, basil, await aPicture({ colour: 'red' }))
  const { ticket } = (await ann.call(exportRoutes.createTicket)).body
  await removeBytesOf(world, lost)
  const { status, headers, body } = await world.call(exportRoutes.photos, { query: { ticket } })
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/x-tar',
    'attachment; filename="greenhouse-photos.tar"',
  ])
  const found = (await unpackTar(body)).map(({ header, data }) => [header.name, Buffer.from(data ?? [])])
  const bytesOf = async (link: string): Promise<Buffer> => (await world.request('GET', link)).body
  const nameOfOdd = `_._${'Kräuter_'.repeat(9)}`.slice(0, 60)
  expect(Object.fromEntries(found)).toEqual({
    [`Basil/2026-11-01 ${one.photoId}.jpg`]: await bytesOf(one.large),
    [`${nameOfOdd}/2026-11-02 ${other.photoId}.jpg`]: await bytesOf(other.large),
  })
  expect((await world.call(exportRoutes.photos, { query: { ticket } })).status).toBe(401)
})
