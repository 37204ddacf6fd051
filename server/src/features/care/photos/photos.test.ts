import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  careRoutes,
  householdRoutes,
  photoRoutes,
  PHOTO_MAX_BYTES,
  plantRoutes,
  userRoutes,
  type Photo,
} from '@greenhouse/contract'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { ON_CLUSTER } from '../../../../../testing/on-cluster.ts'
import { PATIENT } from '../../../../../testing/test-run.ts'
import { databases } from '../../../../test/databases.ts'
import { addedPhoto, aPicture, aPlant, removeBytesOf, sendPhoto, TINY_PHOTO } from '../../../../test/photos.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { insertMember } from '../../households/member-store.ts'
import { hashOfPhoto, PHOTO_FOLDER } from '../../../platform/disk/photo-files.ts'

async function photosOf(person: Person, plantId: string): Promise<Photo[]> {
  return (await person.call(photoRoutes.list, { params: { plantId } })).body
}

/** Returns the names of all files of photos. */
function filesOf({ app }: World): string[] {
  const folder = join(app.context.config.dataDir, PHOTO_FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  )
}

async function bytesOf({ request }: World, link: string): Promise<Buffer> {
  return (await request('GET', link)).body
}

describe.each(databases)('photos on %s', (_name, open) => {
  test('stores a photo upright, small, dated by its camera and without what the camera added', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    await ann.call(householdRoutes.edit, {
      params: { householdId: ann.householdId },
      body: { timeZone: 'Europe/Copenhagen' },
    })
    const plantId = await aPlant(ann)
    const sent = await aPicture({ width: 3000, height: 1000, takenAt: '2026:06:16 14:20:08', orientation: 6 })
    expect(sent.toString('latin1')).toContain('SecretCamera')
    const photo = await addedPhoto(ann, plantId, sent, { takenAt: '2026-11-01T00:00:00Z' })
    expect(photo).toMatchObject({
      plantId,
      takenAt: '2026-06-16T12:20:08.000Z',
      width: 683,
      height: 2048,
      isCover: true,
    })
    const [large, small] = [await bytesOf(world, photo.large), await bytesOf(world, photo.small)]
    const [of, ofSmall] = [await sharp(large).metadata(), await sharp(small).metadata()]
    expect([of.format, of.width, of.height, of.space]).toEqual(['jpeg', 683, 2048, 'srgb'])
    expect([ofSmall.format, ofSmall.width, ofSmall.height]).toEqual(['jpeg', 400, 400])
    for (const { exif, xmp, iptc, orientation } of [of, ofSmall]) {
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
    expect(Buffer.concat([large, small]).toString('latin1')).not.toMatch(/SecretCamera|GPS|Exif/)
    expect(await photosOf(ann, plantId)).toEqual([photo])
  })

  test('logs a photo as an entry of the plant, or adds it to the entry that it names', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const plantId = await aPlant(ann)
    const [noteId, photoEntryId] = [randomUUID(), randomUUID()]
    await ann.call(careRoutes.add, { body: { careId: noteId, plantIds: [plantId], kind: 'note', note: 'Two leaves' } })
    const ofNote = await addedPhoto(ann, plantId, TINY_PHOTO, { careId: noteId })
    const alone = await addedPhoto(ann, plantId, await aPicture(), {
      careId: photoEntryId,
      takenAt: '2026-11-19T08:00:00Z',
    })
    expect([ofNote.careId, alone.careId]).toEqual([noteId, photoEntryId])
    const log = (await ann.call(careRoutes.list, { query: { plant: plantId } })).body
    expect(log).toMatchObject([
      { careId: noteId, kind: 'note' },
      { careId: photoEntryId, kind: 'photo', at: '2026-11-19T08:00:00.000Z' },
    ])
    const other = await aPlant(ann, 'Lemon')
    expect((await sendPhoto(ann, other, TINY_PHOTO, { careId: noteId })).status).toBe(409)
    await ann.call(careRoutes.remove, { params: { careId: noteId } })
    expect((await photosOf(ann, plantId)).map(({ careId }) => careId)).toEqual([null, photoEntryId])
  })

  test('adds a photo that is sent twice once, and refuses an id of somebody else', async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const [plantId, ofBob] = [await aPlant(ann), await aPlant(bob)]
    const photoId = randomUUID()
    const send = () => sendPhoto(ann, plantId, TINY_PHOTO, { photoId })
    const replies = await Promise.all([send(), send(), send()])
    for (const { status, body } of replies) expect([status, body.photoId]).toEqual([200, photoId])
    expect(await photosOf(ann, plantId)).toHaveLength(1)
    expect((await ann.call(careRoutes.list, { query: { plant: plantId } })).body).toHaveLength(1)
    expect((await sendPhoto(bob, ofBob, TINY_PHOTO, { photoId })).body).toMatchObject({
      status: 409,
      title: 'Another photo has this id.',
    })
  })

  test('shows the first photo of a plant as its cover, or the chosen one, and after that is deleted the newest photo', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const plantId = await aPlant(ann)
    const added = []
    for (const [index, colour] of ['red', 'green', 'blue'].entries())
      added.push(await addedPhoto(ann, plantId, await aPicture({ colour }), { takenAt: `2026-11-1${index}T08:00:00Z` }))
    const [first, second, third] = added.map(({ photoId }) => photoId)
    const covers = async () =>
      (await ann.call(photoRoutes.covers)).body.map((photo: Photo) => [photo.plantId, photo.photoId])
    expect(await covers()).toEqual([[plantId, first]])
    const edited = await ann.call(photoRoutes.edit, { params: { photoId: second }, body: { isCover: true } })
    expect(edited.body).toMatchObject({ photoId: second, isCover: true })
    expect(await covers()).toEqual([[plantId, second]])
    await ann.call(photoRoutes.remove, { params: { photoId: second } })
    expect(await covers()).toEqual([[plantId, third]])
    await ann.call(photoRoutes.edit, { params: { photoId: third }, body: { isCover: false } })
    expect(await covers()).toEqual([])
  })

  test('keeps the bytes that two photos share until both are deleted', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const plantId = await aPlant(ann)
    const [one, other] = [await addedPhoto(ann, plantId), await addedPhoto(ann, plantId)]
    await ann.call(photoRoutes.remove, { params: { photoId: one.photoId } })
    expect((await world.request('GET', one.large)).status).toBe(404)
    expect((await sharp(await bytesOf(world, other.large)).metadata()).width).toBe(24)
    await ann.call(photoRoutes.remove, { params: { photoId: other.photoId } })
    expect([await photosOf(ann, plantId), filesOf(world)]).toEqual([[], []])
    // Its entries stay.
    expect((await ann.call(careRoutes.list, { query: { plant: plantId } })).body).toHaveLength(2)
  })

  test.each([
    ['plant', (ann: Person, plantId: string) => ann.call(plantRoutes.remove, { query: { plantId } })],
    [
      'household',
      ({ call, householdId }: Person) => call(householdRoutes.remove, { params: { householdId }, body: {} }),
    ],
    ['account', (ann: Person) => ann.call(userRoutes.remove)],
  ])('removes rows and bytes with the %s', async (_what, remove) => {
    const world = await createWorld({}, await open())
    const { db } = world.app.context
    const ann = await world.as('ann')
    const plantId = await aPlant(ann)
    const { large } = await addedPhoto(ann, plantId)
    expect((await remove(ann, plantId)).status).toBeLessThan(300)
    expect((await world.request('GET', large)).status).toBe(404)
    expect(await db.selectFrom('photo').selectAll().execute()).toEqual([])
    expect([await db.selectFrom('photo_data').select('size').execute(), filesOf(world)]).toEqual([[], []])
  })

  test('ends links with the next day, and all of a household when somebody leaves it', async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const plantId = await aPlant(ann)
    const { large, small } = await addedPhoto(ann, plantId)
    const statusOf = async (link: string) => (await world.request('GET', link)).status
    expect([await statusOf(large), await statusOf(small)]).toEqual([200, 200])
    // The signature is of one size, one photo and one end.
    expect(await statusOf(large.replace('/large', '/small'))).toBe(404)
    expect(await statusOf(large.replace(/until=\d/, 'until=9'))).toBe(404)
    const member = {
      householdId: ann.householdId,
      userId: bob.userId,
      role: 'viewer' as const,
      tells: false,
      joinedAt: 0,
    }
    await world.app.context.db.transaction().execute((tx) => insertMember(tx, member))
    const [seen] = await photosOf(bob, plantId)
    expect(await statusOf(seen?.large ?? '')).toBe(200)
    const params = { householdId: ann.householdId, userId: bob.userId }
    expect((await ann.call(householdRoutes.removeMember, { params })).status).toBe(204)
    expect(await statusOf(seen?.large ?? '')).toBe(404)
    const [anew] = await photosOf(ann, plantId)
    expect(await statusOf(anew?.large ?? '')).toBe(200)
    world.clock.now = Date.parse('2026-11-22T00:00:00Z')
    expect(await statusOf(anew?.large ?? '')).toBe(404)
  })

  test('refuses more than 10 photos of an entry, and more bytes than a person may store', async () => {
    const world = await createWorld({ userStorageMb: 1 }, await open())
    const ann = await world.as('ann')
    const [plantId, careId] = [await aPlant(ann), randomUUID()]
    for (let count = 0; count < 10; count++) await addedPhoto(ann, plantId, TINY_PHOTO, { careId })
    expect((await sendPhoto(ann, plantId, TINY_PHOTO, { careId })).body).toMatchObject({
      status: 409,
      title: 'An entry can have 10 photos.',
    })
    await world.app.context.db
      .updateTable('photo')
      .set({ bytes: 1024 * 1024 })
      .execute()
    expect((await sendPhoto(ann, plantId, TINY_PHOTO)).body).toMatchObject({
      status: 409,
      title: 'There is no room for another photo. Delete some first.',
    })
  })
})

test('sends a photo with its type, for a browser to keep for a day and for nobody else', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { small } = await addedPhoto(ann, await aPlant(ann))
  const { headers } = await world.request('GET', small)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect((await world.request('GET', small.replace(/sig=.{4}/, 'sig=abcd'))).headers['cache-control']).toBe('no-store')
})

test.skipIf(ON_CLUSTER)('names files by the hash of their content, and leaves none of an upload', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { large, small } = await addedPhoto(ann, await aPlant(ann))
  const sha256 = hashOfPhoto({ large: await bytesOf(world, large), small: await bytesOf(world, small) })
  expect(filesOf(world).toSorted()).toEqual([`${sha256}.jpg`, `${sha256}.t.jpg`])
  const uploads = join(world.app.context.config.dataDir, 'uploads')
  await vi.waitFor(() => expect(readdirSync(uploads)).toEqual([]), PATIENT)
})

test.skipIf(ON_CLUSTER)(
  'removes files that no photo has after a day, and names photos whose files are missing',
  async () => {
    const world = await createWorld()
    const ann = await world.as('ann')
    const plantId = await aPlant(ann)
    await addedPhoto(ann, plantId)
    await world.app.context.db.deleteFrom('photo').execute()
    const kept = await addedPhoto(ann, plantId, await aPicture())
    await world.app.photos.bytes.sweep(Date.now())
    expect(filesOf(world)).toHaveLength(4)
    const missing = await world.app.photos.bytes.sweep(Date.now() + 2 * 86_400_000)
    expect(missing).toEqual([])
    expect(filesOf(world)).toHaveLength(2)
    expect((await world.request('GET', kept.large)).status).toBe(200)
    const [name = ''] = filesOf(world)
    await removeBytesOf(world, kept)
    expect(await world.app.photos.bytes.sweep(Date.now())).toEqual([name.slice(0, 64)])
  },
)

test('refuses a photo beyond 15 MB in a sentence, whether its length is announced or not', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const plantId = await aPlant(ann)
  const refused = { status: 413, title: 'The photo is larger than 15 MB.' }
  expect((await sendPhoto(ann, plantId, Buffer.alloc(PHOTO_MAX_BYTES + 1))).body).toMatchObject(refused)
  await world.app.listen()
  const url = `http://127.0.0.1:${world.app.http.port}/api/plants/${plantId}/photos?photoId=${randomUUID()}`
  async function* pieces() {
    for (let sent = 0; sent <= PHOTO_MAX_BYTES; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024)
  }
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: ann.token, 'content-type': 'image/jpeg' },
    body: pieces(),
    duplex: 'half',
  } as unknown as RequestInit)
  expect(await reply.json()).toMatchObject(refused)
  expect(await photosOf(ann, plantId)).toEqual([])
})
