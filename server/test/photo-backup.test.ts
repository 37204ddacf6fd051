import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { photoRoutes, signInRoutes, type Photo } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { makeBackup } from '../src/platform/backup/make-backup.ts'
import { PHOTO_LIST, removeUnnamed } from '../src/platform/backup/photo-copies.ts'
import { listBackups } from '../src/platform/backup/rotation.ts'
import { aFolder, backupsIn, manifestOf, run } from './backups.ts'
import { addedPhoto, aPicture, aPlant } from './photos.ts'
import { createWorld, type Person, type World } from './world.ts'

const DAY = 86_400_000
const COLOURS = ['#3a7d44', '#c0392b', '#f1c40f']

/** Starts a server with a plant that has three photos. The second and the third have the same bytes. */
async function photographed(dataDir = aFolder('data')) {
  const world = await createWorld({ dataDir })
  const ann = await world.as('ann')
  const plantId = await aPlant(ann)
  const alone = await addedPhoto(ann, plantId, await aPicture({ colour: COLOURS[0]! }))
  for (let count = 0; count < 2; count++) await addedPhoto(ann, plantId, await aPicture({ colour: COLOURS[1]! }))
  const folder = aFolder('backups')
  let night = 0
  const backup = () => makeBackup({ dataDir, databaseUrl: null, folder, now: Date.now() + night++ * DAY, version: '0' })
  return { world, ann, plantId, alone, dataDir, folder, backup }
}

/** Returns the bytes of both sizes of all photos of a plant. */
async function bytesOf({ call, request }: World, { token }: Person, plantId: string): Promise<string[]> {
  const photos: Photo[] = (await call(photoRoutes.list, { params: { plantId }, token })).body
  const links = photos.flatMap(({ large, small }) => [large, small])
  const answers = await Promise.all(links.map((link) => request('GET', link)))
  return answers.map(({ status, body }) => `${status} ${(body as Buffer).toString('base64')}`)
}

/** Returns the files of photos below a folder, with the inode of each. */
function filesOf(folder: string): Record<string, number> {
  const photos = join(folder, 'photos')
  if (!existsSync(photos)) return {}
  const entries = readdirSync(photos, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(entries.map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).ino]))
}

function pathOf(folder: string, name: string): string {
  return join(folder, 'photos', name.slice(0, 2), name)
}

/** Changes one byte of a file, by a file of its own: links to it stay as they are. */
function flipByte(file: string): void {
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  rmSync(file)
  writeFileSync(file, bytes, { mode: 0o600 })
}

test('the backup of a second night copies no photo, and the first takes no room for them on the same disk', async () => {
  const { dataDir, folder, backup } = await photographed()
  const first = await backup()
  expect(first.photos).toEqual({ photos: 2, copied: 2, missing: [] })
  expect(filesOf(folder)).toEqual(filesOf(dataDir))
  expect(Object.keys(filesOf(folder))).toHaveLength(4)
  expect((await backup()).photos).toEqual({ photos: 2, copied: 0, missing: [] })
  expect((await manifestOf(first.file)).files.map(({ name }) => name)).toEqual([
    PHOTO_LIST,
    'greenhouse.db',
    'session-secret',
  ])
})

test('a restore on an empty host brings every photo back, and keeps the previous ones', async () => {
  const { world, ann, plantId, dataDir, folder, backup } = await photographed()
  const before = await bytesOf(world, ann, plantId)
  expect(before).toHaveLength(6)
  const { file } = await backup()
  const later = await addedPhoto(ann, plantId, await aPicture({ colour: COLOURS[2]! }))
  await world.app.close()
  const host = aFolder('data')
  for (const target of [host, dataDir]) {
    const { code, errors, said } = await run('restore', [file], target)
    expect([code, errors, said]).toEqual([0, '', expect.stringContaining('1 plant, 3 photos, 0 stored values')])
    const kept = /What was there before lies in (\S+)\.\n/.exec(said)?.[1]
    expect(kept === undefined ? 0 : Object.keys(filesOf(kept)).length).toBe(target === host ? 0 : 6)
    expect(Object.keys(filesOf(target))).toEqual(Object.keys(filesOf(folder)))
    const restored = await createWorld({ dataDir: target })
    expect(await bytesOf(restored, ann, plantId)).toEqual(before)
    expect((await restored.request('GET', later.large)).status).toBe(404)
    await restored.app.close()
  }
})

test('a flipped byte or a missing file of a photo is named and refused, and the rest can be restored without it', async () => {
  const { world, ann, plantId, folder, backup } = await photographed()
  const { file } = await backup()
  await world.app.close()
  for (const harm of [flipByte, (path: string) => rmSync(path)]) {
    const name = Object.keys(filesOf(folder)).find((one) => one.endsWith('.t.jpg'))!
    const large = pathOf(folder, name.replace('.t.jpg', '.jpg'))
    harm(pathOf(folder, name))
    const host = aFolder('data')
    const refused = await run('restore', [file], host)
    expect([refused.code, refused.errors]).toEqual([
      1,
      `${large} is missing or damaged. The folder photos belongs beside the file; to restore everything else, add --without-photos. Nothing was changed.\n`,
    ])
    expect(existsSync(host)).toBe(false)
    const { code, said } = await run('restore', [file, '--without-photos'], host)
    expect([code, said]).toEqual([0, expect.stringContaining(`Without photos: ${large} is missing or damaged.\n`)])
    const restored = await createWorld({ dataDir: host })
    const statuses = (await bytesOf(restored, ann, plantId)).map((bytes) => bytes.slice(0, 3))
    expect(statuses.toSorted()).toEqual(expect.arrayContaining(['200', '404']))
    await restored.app.close()
  }
})

test('a backup names a photo that is damaged or missing, and one that was deleted meanwhile is no loss', async () => {
  const { ann, plantId, dataDir, folder, backup } = await photographed()
  const [name = ''] = Object.keys(filesOf(dataDir))
  flipByte(pathOf(dataDir, name))
  const made = await backup()
  expect(made.photos).toMatchObject({ photos: 1, missing: [name.slice(0, 64)] })
  expect((await run('backup', [folder], dataDir)).said).toContain(`It lacks photos: ${name.slice(0, 64)} is missing`)
  const photos: Photo[] = (await ann.call(photoRoutes.list, { params: { plantId } })).body
  for (const { photoId } of photos) await ann.call(photoRoutes.remove, { params: { photoId } })
  expect((await backup()).photos).toEqual({ photos: 0, copied: 0, missing: [] })
})

test('photos that no kept backup names are removed a day later, and those of any kept one stay', async () => {
  const { ann, plantId, alone, folder, backup } = await photographed()
  await backup()
  await ann.call(photoRoutes.remove, { params: { photoId: alone.photoId } })
  await addedPhoto(ann, plantId, await aPicture({ colour: COLOURS[2]! }))
  await backup()
  const archives = () => listBackups(folder).map(({ file }) => file)
  const photosDir = join(folder, 'photos')
  const left = async (before: number) => {
    await removeUnnamed(photosDir, archives(), before)
    return Object.keys(filesOf(folder)).length
  }
  expect(await left(Date.now() + 9 * DAY)).toBe(6)
  rmSync(backupsIn(folder).toSorted()[0]!)
  // It may be of a backup that is being made.
  expect(await left(Date.now() - DAY)).toBe(6)
  expect(await left(Date.now() + 9 * DAY)).toBe(4)
  writeFileSync(join(folder, 'greenhouse-2099-01-01T030000Z.tar.gz'), 'damaged')
  rmSync(backupsIn(folder).toSorted()[0]!)
  await expect(left(Date.now() + 9 * DAY)).rejects.toThrow('is damaged')
  expect(Object.keys(filesOf(folder))).toHaveLength(4)
})

test('each night the server keeps its photos, and removes those that no backup names any more', async () => {
  const { world, alone } = await photographed()
  const { app, clock } = world
  const folder = join(app.context.config.dataDir, 'backups')
  const nextNight = async () => {
    clock.now += 2 * DAY
    await app.backups.runNow()
    return [backupsIn(folder).length, Object.keys(filesOf(folder)).length]
  }
  // The files of the server were made by the real clock.
  clock.now = Date.now()
  expect(await nextNight()).toEqual([1, 4])
  const again = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
  const params = { photoId: alone.photoId }
  expect((await world.call(photoRoutes.remove, { params, token: again.body.jwt })).status).toBe(204)
  expect(await nextNight()).toEqual([2, 4])
  rmSync(backupsIn(folder).toSorted()[0]!)
  expect(await nextNight()).toEqual([2, 2])
})
