import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readingRoutes } from '@greenhouse/contract'
import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../test/data-folder.ts'
import { startNats } from '../../../testing/nats-server.ts'
import { seededRandom } from '../../../testing/random.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { MoveRefused, WrongMove } from '../platform/db/moving/copy.ts'
import { checkLogLayout, OtherLogLayout } from '../platform/db/moving/log-layout.ts'
import { openSqliteDatabase, type OpenDatabase } from '../platform/db/open.ts'
import { openLeaseStore } from '../cluster/leases/lease-store.ts'
import { CUT_OFF } from '../cluster/leases/nodes.ts'
import { openLog } from '../platform/log.ts'
import { insertDeadLetters } from '@greenhouse/timeseries/testing'
import { spreadLog } from './spread-log.ts'
import { everythingOf, furnish, type Owner } from '../../test/belongings.ts'
import { databases } from '../../test/databases.ts'
import { NATS } from '../../test/nats.ts'
import { createWorld, testConfig, type World } from '../../test/world.ts'
import { SEED } from '../../../testing/test-run.ts'

const log = openLog('silent')
const targets = databases.filter(([name]) => name !== 'SQLite')

/** Fills and stops a server on SQLite with two households, one with a month of readings and 200 places. */
async function anInstallation() {
  const dataDir = emptyFolder()
  const world = await createWorld({ dataDir })
  const households = [await furnish(world, 'ann'), await furnish(world, 'bob')]
  const month = Array.from({ length: 3000 }, (_, index) => ({
    temperature: 15 + (index % 90) / 10,
    humidity: 40 + (index % 7),
    time: new Date(world.clock.now - (3000 - index) * 600_000).toISOString(),
  }))
  for (let from = 0; from < month.length; from += 500) {
    const body = month.slice(from, from + 500)
    const sent = await world.call(readingRoutes.send, { body, token: households[0]!.deviceToken })
    expect(sent.status).toBe(200)
  }
  await addPlaces(world, households[0]!)
  await world.app.context.timeSeries.compact()
  await world.call(readingRoutes.send, { body: { temperature: 22.5 }, token: households[1]!.deviceToken })
  const before = await Promise.all(households.map(everythingOf))
  await world.app.close()
  return { dataDir, households, before, now: world.clock.now }
}

/** Adds places, each in one with a later id. */
async function addPlaces({ app }: World, { person }: Owner): Promise<void> {
  const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  const places = Array.from({ length: 200 }, (_, index) => ({
    id: idOf(index),
    household_id: person.householdId,
    parent_id: index < 100 ? idOf(index + 100) : null,
    name: `Bench ${index}`,
    kind: 'bench' as const,
    position: index,
    shelter: 'cold' as const,
    created_at: index,
  }))
  // A row may refer to a later one of the same statement.
  await app.context.db.insertInto('place').values(places).execute()
}

function everythingIn(world: World, { person, ...household }: Owner): Promise<string> {
  const moved: Owner['person'] = {
    ...person,
    call: (route, parts) => world.call(route, { ...parts, token: person.token }),
  }
  return everythingOf({ ...household, person: moved })
}

const kept = (database: OpenDatabase): OpenDatabase => ({ ...database, close: async () => {} })
const fingerprint = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const aFolder = () => join(emptyFolder(), 'work')

/** Makes the move fail at one of its statements to the target. */
class Killed implements KyselyPlugin {
  #left: number

  constructor(left: number) {
    this.#left = left
  }

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (this.#left-- <= 0) throw new Error('killed')
    return node
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result
  }
}

describe.each(targets)('a move from SQLite to %s', (_name, open) => {
  test('the move copies everything, leaves the source unchanged, and the new server continues from it', async () => {
    const { dataDir, households, before, now } = await anInstallation()
    const file = join(dataDir, 'greenhouse.db')
    const source = fingerprint(file)
    const target = await open()
    const work = aFolder()
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    await moveToPostgres({ from: dataDir, to: target, partitions: 1, work, log, print })
    expect([fingerprint(file), existsSync(join(work, 'greenhouse-moving'))]).toEqual([source, false])
    expect(lines.at(-1)).toMatch(/^All \d+ tables are the same, row by row\.$/)
    await expect(createWorld({ dataDir })).rejects.toThrow(/was moved to PostgreSQL.*remove .*moved-to-postgres;/)
    const world = await createWorld({ dataDir }, kept(target))
    world.clock.now = now
    for (const [index, household] of households.entries())
      expect(await everythingIn(world, household)).toBe(before[index])
    const { deviceToken } = households[0]!
    const sent = await world.call(readingRoutes.send, { body: [{ temperature: 9 }], token: deviceToken })
    expect(sent.body).toMatchObject({ stored: 1 })
    const again = await world.as('carl')
    expect((await world.aDevice(again)).deviceId).toBeTypeOf('string')
  })

  test('the move resumes after being killed at any statement, and copies nothing twice', async () => {
    const { dataDir, households, before, now } = await anInstallation()
    const target = await open()
    const work = aFolder()
    const random = seededRandom(SEED)
    let kills = 0
    const move = { from: dataDir, partitions: 1, work, log, print: () => {} }
    for (let most = 20; ; most *= 1.5) {
      const db = target.db.withPlugin(new Killed(Math.floor(random() * most)))
      const result = await moveToPostgres({ ...move, to: { ...target, db } }).catch((error: Error) => error.message)
      if (result === undefined) break
      expect(result).toBe('killed')
      kills++
    }
    expect(kills).toBeGreaterThan(3)
    const world = await createWorld({ dataDir }, kept(target))
    world.clock.now = now
    for (const [index, household] of households.entries())
      expect(await everythingIn(world, household)).toBe(before[index])
  })

  test('the move is refused while a server uses the source, or when the target has other data', async () => {
    const dataDir = emptyFolder()
    const world = await createWorld({ dataDir })
    await world.as('ann')
    const target = await open()
    const move = { from: dataDir, to: target, partitions: 1, work: aFolder(), log, print: () => {} }
    await expect(moveToPostgres(move)).rejects.toThrow('Another Greenhouse is running')
    await world.app.close()
    await moveToPostgres(move)
    rmSync(join(dataDir, 'moved-to-postgres'))
    await (await createWorld({ dataDir })).app.close()
    await expect(moveToPostgres({ ...move, work: aFolder() })).rejects.toThrow(MoveRefused)
    await expect(moveToPostgres({ ...move, from: aFolder() })).rejects.toThrow('There is no database')
  })

  test('the move leaves the files of a killed server unchanged, and resumes after being killed itself', async () => {
    const running = emptyFolder()
    const world = await createWorld({ dataDir: running })
    await world.aDevice(await world.as('ann'))
    const dataDir = emptyFolder()
    const files = ['greenhouse.db', 'greenhouse.db-wal']
    for (const file of files) copyFileSync(join(running, file), join(dataDir, file))
    const state = () => files.map((file) => fingerprint(join(dataDir, file)))
    const before = state()
    expect(statSync(join(dataDir, 'greenhouse.db-wal')).size).toBeGreaterThan(0)
    const target = await open()
    const move = { from: dataDir, partitions: 1, work: aFolder(), log, print: () => {} }
    const killed = { ...target, db: target.db.withPlugin(new Killed(10)) }
    await expect(moveToPostgres({ ...move, to: killed })).rejects.toThrow('killed')
    await moveToPostgres({ ...move, to: target })
    expect(state()).toEqual(before)
    const { rows } = await sql<{ name: string }>`select name from device`.execute(target.db)
    expect(rows).toEqual([{ name: 'Tomato house' }])
  })

  test('the move and spreading the log are refused while there are dead letters', async () => {
    const { dataDir } = await anInstallation()
    const source = await openSqliteDatabase(join(dataDir, 'greenhouse.db'), log)
    const letter = { partition: 0, seq: 1, message: 0, deviceKey: 1, isWhole: true, data: Buffer.of(1), reason: 'odd' }
    await insertDeadLetters(source.db, [letter], 1)
    await source.close()
    const move = { from: dataDir, to: await open(), partitions: 1, work: aFolder(), log, print: () => {} }
    await expect(moveToPostgres(move)).rejects.toThrow('could not be applied stand aside: 1.')
    await expect(spreadLog('1', testConfig({ dataDir }), log)).rejects.toThrow('npm run admin -- dead-letters')
  })

  test('the move touches no other file of its working folder, and is refused when the source was used meanwhile', async () => {
    const { dataDir, now } = await anInstallation()
    const work = emptyFolder()
    writeFileSync(join(work, 'mine.txt'), 'mine')
    const target = await open()
    const move = { from: dataDir, partitions: 1, work, log, print: () => {} }
    const db = target.db.withPlugin(new Killed(15))
    await expect(moveToPostgres({ ...move, to: { ...target, db } })).rejects.toThrow('killed')
    const world = await createWorld({ dataDir })
    world.clock.now = now
    await world.as('carl')
    await world.app.close()
    await expect(moveToPostgres({ ...move, to: target })).rejects.toThrow('The server was used since')
    expect(readFileSync(join(work, 'mine.txt'), 'utf8')).toBe('mine')
  })

  test('the move fails when a row of the target differs from the source', async () => {
    const { dataDir } = await anInstallation()
    const target = await open()
    const print = (line: string) => {
      // Somebody writes into the target meanwhile.
      if (line.startsWith('device:')) void sql`update device set name = 'other'`.execute(target.db)
    }
    const move = { from: dataDir, to: target, partitions: 1, work: aFolder(), log, print }
    await expect(moveToPostgres(move)).rejects.toThrow(WrongMove)
  })

  test('the move to a cluster records its partitions, and a server of one process refuses them', async () => {
    const { dataDir } = await anInstallation()
    const target = await open()
    await moveToPostgres({ from: dataDir, to: target, partitions: 16, work: aFolder(), log, print: () => {} })
    await checkLogLayout(target.db, { engine: 'jetstream', partitions: 16 })
    await expect(checkLogLayout(target.db, { engine: 'database', partitions: 1 })).rejects.toThrow(OtherLogLayout)
    const { rows } = await sql<{
      behind: number
    }>`select count(*) as behind from device_mark where upto_seq > 0`.execute(target.db)
    expect(Number(rows[0]?.behind)).toBe(0)
  })
})

/** Starts one process on an installation and sends it a new and an already stored reading. Returns the reply. */
async function sendNewAndRepeated({ dataDir, now }: { dataDir: string; now: number }, { deviceToken }: Owner) {
  const world = await createWorld({ dataDir })
  world.clock.now = now
  const newest = { temperature: 9, time: new Date(now).toISOString() }
  const repeated = { temperature: 10, time: new Date(now - 4 * 60_000).toISOString() }
  return (await world.call(readingRoutes.send, { body: [newest, repeated], token: deviceToken })).body
}

test('the log of one process is refused by a cluster configuration until it is spread', async () => {
  const { dataDir, households, now } = await anInstallation()
  await expect(createWorld({ dataDir, partitions: 16 })).rejects.toThrow('npm run admin -- spread-log')
  const config = testConfig({ dataDir })
  await expect(spreadLog('16', config, log)).rejects.toThrow('give NATS_URL')
  await expect(spreadLog('none', config, log)).rejects.toThrow('spread-log 16')
  expect(await spreadLog('1', config, log)).toEqual(['The log of readings has one partition from now on.'])
  expect(await sendNewAndRepeated({ dataDir, now }, households[0]!)).toMatchObject({ stored: 1, duplicates: 1 })
})

test('the log is not spread while a process runs, even a disconnected one', async () => {
  const config = testConfig()
  const { db, close } = await openSqliteDatabase(join(config.dataDir, 'greenhouse.db'), log)
  await openLeaseStore(db).noteNode('node-7', [CUT_OFF])
  await close()
  await expect(spreadLog('1', config, log)).rejects.toThrow('These processes are still running: node-7.')
})

test.runIf(NATS)('the log moves to a cluster and back to one process, and every reading is there once', async () => {
  const nats = await startNats(1)
  onTestFinished(() => nats.close())
  const { dataDir, households, now } = await anInstallation()
  const config = testConfig({ dataDir, natsUrl: nats.url })
  expect(await spreadLog('16', config, log)).toEqual(['The log of readings has 16 partitions from now on.'])
  await expect(createWorld({ dataDir })).rejects.toThrow(OtherLogLayout)
  expect(await spreadLog('1', config, log)).toEqual(['The log of readings has one partition from now on.'])
  expect(await sendNewAndRepeated({ dataDir, now }, households[0]!)).toMatchObject({ stored: 1, duplicates: 1 })
})
