import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { photoRoutes, plantRoutes, type Photo } from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../../test/data-folder.ts'
import { databases, openTestSqlite } from '../../test/databases.ts'
import { addedPhoto, aPicture } from '../../test/photos.ts'
import { createWorld } from '../../test/world.ts'
import { WrongMove } from '../platform/db/moving/copy.ts'
import { openLog } from '../platform/log.ts'
import { moveToPostgres } from './move-to-postgres.ts'

/** `npm test` has none. */
const [database = '', open = openTestSqlite] = databases.findLast(([name]) => name !== 'SQLite') ?? []

/** Fills and stops a server on SQLite with a plant that has three photos. */
async function anInstallation() {
  const dataDir = emptyFolder()
  const world = await createWorld({ dataDir })
  const ann = await world.as('ann')
  const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Basil', plantType: 'Herb' } })).body
  for (const colour of ['#3a7d44', '#c0392b', '#f1c40f']) await addedPhoto(ann, plantId, await aPicture({ colour }))
  const photos: Photo[] = (await ann.call(photoRoutes.list, { params: { plantId } })).body
  const links = photos.flatMap(({ large, small }) => [large, small])
  const before = await Promise.all(links.map(async (link) => (await world.request('GET', link)).body))
  await world.app.close()
  return { dataDir, links, before, now: world.clock.now, photos }
}

describe.skipIf(database === '')(`photos moved from SQLite to ${database}`, () => {
  async function move(dataDir: string, work = join(emptyFolder(), 'work')) {
    const to = await open()
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const run = () => moveToPostgres({ from: dataDir, to, partitions: 1, work, log: openLog('silent'), print })
    return { target: to, lines, run }
  }

  test('photos are in the database after the move, byte for byte, and their links still work', async () => {
    const { dataDir, links, before, now } = await anInstallation()
    const { target, lines, run } = await move(dataDir)
    await run()
    expect(lines).toContain('3 photos copied and compared')
    // The server needs none of the files.
    rmSync(join(dataDir, 'photos'), { recursive: true })
    const world = await createWorld({ dataDir }, { ...target, close: async () => {} })
    world.clock.now = now
    expect(await Promise.all(links.map(async (link) => (await world.request('GET', link)).body))).toEqual(before)
    expect(existsSync(join(dataDir, 'photos'))).toBe(false)
  })

  test('the move names a photo whose file is missing, and continues with the others', async () => {
    const { dataDir } = await anInstallation()
    const [part = ''] = readdirSync(join(dataDir, 'photos'))
    const [name = ''] = readdirSync(join(dataDir, 'photos', part))
    rmSync(join(dataDir, 'photos', part, name))
    const { target, lines, run } = await move(dataDir)
    await run()
    const { rows } = await sql<{ n: number }>`select count(*) as n from photo_data`.execute(target.db)
    expect(Number(rows[0]?.n)).toBe(4)
    expect(lines).toContainEqual(expect.stringMatching(`^Left behind: ${join(dataDir, 'photos', part)}/\\w{64}.jpg is`))
  })

  test('the move fails when the bytes of a photo differ in the target, and mends them when it is given again', async () => {
    const { dataDir } = await anInstallation()
    const { target, run } = await move(dataDir)
    // Somebody writes into the target meanwhile.
    await sql`create function spoil() returns trigger language plpgsql as
      'begin new.data := new.data || ''\\x00''::bytea; return new; end'`.execute(target.db)
    await sql`create trigger spoil before insert on photo_data for each row execute function spoil()`.execute(target.db)
    await expect(run()).rejects.toThrow(WrongMove)
    await sql`drop trigger spoil on photo_data`.execute(target.db)
    await run()
    const { rows } = await sql<{ n: number }>`select count(*) as n from photo_data`.execute(target.db)
    expect(Number(rows[0]?.n)).toBe(6)
  })
})
