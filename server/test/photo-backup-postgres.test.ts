import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { photoRoutes, plantRoutes, signInRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { registration } from '../../testing/growers.ts'
import { createApp } from '../src/app.ts'
import { openLog } from '../src/platform/log.ts'
import { aFolder, backupsIn, run } from './backups.ts'
import { aPicture } from './photos.ts'
import { contentsOf, missing } from './postgres-backups.ts'
import { emptyPostgres } from './postgres-database.ts'
import { callsOf, testConfig } from './world.ts'

test('photos of PostgreSQL are copied once for all backups, and restored with the tables', async ({ skip }) => {
  const reason = missing()
  if (reason !== undefined) return skip(reason)
  const [databaseUrl, folder, dataDir] = [await emptyPostgres(), aFolder('backups'), aFolder('data')]
  const environment = { DATABASE_URL: databaseUrl }
  const added = await photographPostgres(databaseUrl, dataDir)
  const photosIn = () => readdirSync(join(folder, 'photos'), { recursive: true, encoding: 'utf8' }).toSorted()
  const { code, errors, said } = await run('backup', [folder], dataDir, environment)
  expect([code, errors, said]).toEqual([0, '', expect.stringContaining('1 plant, 3 photos,')])
  // Two folders and the two sizes of two contents: two of the three photos are equal.
  const copied = photosIn()
  expect(copied.filter((name) => name.endsWith('.jpg'))).toHaveLength(4)
  const [file = ''] = backupsIn(folder)
  expect(execFileSync('tar', ['-xzOf', file, 'greenhouse.dump']).includes(added.large.subarray(100, 300))).toBe(false)
  const inodes = () => copied.map((name) => statSync(join(folder, 'photos', name)).ino)
  const before = inodes()
  await run('backup', [folder], dataDir, environment)
  expect([photosIn(), inodes()]).toEqual([copied, before])

  const contents = await contentsOf(databaseUrl, 'public')
  expect(contents['photo_data']).toHaveLength(6)
  const restored = await emptyPostgres()
  const restore = (...more: string[]) => run('restore', [file, ...more], aFolder('data'), { DATABASE_URL: restored })
  expect(await restore()).toMatchObject({ code: 0, errors: '' })
  expect(await contentsOf(restored, 'public')).toEqual(contents)

  const small = join(folder, 'photos', copied.find((name) => name.endsWith('.t.jpg')) ?? '')
  rmSync(small)
  const large = small.replace('.t.jpg', '.jpg')
  expect((await restore()).errors).toContain(`${large} is missing or damaged.`)
  expect(await contentsOf(restored, 'public')).toEqual(contents)
  expect(await restore('--without-photos')).toMatchObject({ code: 0, said: expect.stringContaining(large) })
  const left = await contentsOf(restored, 'public')
  expect([left['photo'], left['photo_data']?.length]).toEqual([contents['photo'], expect.toSatisfy((n) => n < 6)])
})

/**
 * Starts a server on a database, stores three photos of a plant and stops it. The second and the third photo have the same
 * bytes, which are returned.
 */
async function photographPostgres(databaseUrl: string, dataDir: string): Promise<{ large: Buffer }> {
  const app = await createApp(testConfig({ databaseUrl, dataDir }), { log: openLog('silent') })
  const { call, request } = callsOf(app)
  const token = (await call(signInRoutes.register, { body: registration('ann') })).body.jwt
  const plant = { plantName: 'Basil', plantType: 'Herb' }
  const { plantId } = (await call(plantRoutes.create, { body: plant, token })).body
  const colours = ['#3a7d44', '#c0392b', '#c0392b']
  let large = Buffer.alloc(0)
  for (const colour of colours) {
    const query = { photoId: randomUUID() }
    const body = await aPicture({ colour, width: 400, height: 300 })
    const added = await call(photoRoutes.add, { params: { plantId }, query, body, token })
    large = (await request('GET', added.body.large)).body
  }
  await app.close()
  return { large }
}
