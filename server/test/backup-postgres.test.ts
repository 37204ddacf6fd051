import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { conditionRoutes, DAY_MS, deviceRoutes, readingRoutes, signInRoutes } from '@greenhouse/contract'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from './data-folder.ts'
import { registration } from '../../testing/growers.ts'
import { startNats } from '../../testing/nats-server.ts'
import { PATIENT } from '../../testing/test-run.ts'
import { createApp } from '../src/app.ts'
import { nameOfServer } from '../src/platform/db/configured-database.ts'
import { openLog } from '../src/platform/log.ts'
import { aFolder, backupsIn, manifestOf, run } from './backups.ts'
import { contentsOf, missing } from './postgres-backups.ts'
import { NATS } from './nats.ts'
import { emptyPostgres, POSTGRES, queryPostgres } from './postgres-database.ts'
import { callsOf, testConfig } from './world.ts'

/** The tests start commands of PostgreSQL and of ours, each in a process of its own. */

test('a backup of PostgreSQL is restored with every row, and the previous tables are kept', async ({ skip }) => {
  const reason = missing()
  if (reason !== undefined) return skip(reason)
  const [databaseUrl, folder, dataDir] = [await emptyPostgres(), aFolder('backups'), aFolder('data')]
  const environment = { DATABASE_URL: databaseUrl }
  await furnishPostgres(databaseUrl, dataDir, 'ann')
  expect(await run('backup', [folder], dataDir, environment)).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringContaining('1 account, 1 device, 0 plants, 3 stored values.'),
  })
  const [file = ''] = backupsIn(folder)
  const manifest = await manifestOf(file)
  expect(manifest).toMatchObject({
    database: 'postgres',
    schema: 'public',
    counts: { user: 1, device: 1, reading_log: 1 },
  })
  const before = await contentsOf(databaseUrl, 'public')

  // Restores over the same database, in which a user has registered since.
  await furnishPostgres(databaseUrl, dataDir, 'bob')
  const later = await contentsOf(databaseUrl, 'public')
  const { code, errors, said } = await run('restore', [file], dataDir, environment)
  expect([code, errors]).toEqual([0, ''])
  expect(await contentsOf(databaseUrl, 'public')).toEqual(before)
  expect(await contentsOf(databaseUrl, /the schema (\w+)/.exec(said)?.[1] ?? '')).toEqual(later)

  // Restores on an empty host.
  const [empty, host] = [await emptyPostgres(), aFolder('data')]
  expect((await run('restore', [file], host, { DATABASE_URL: empty })).errors).toBe('')
  expect(await contentsOf(empty, 'public')).toEqual(before)
  await furnishPostgres(empty, host, 'cem')
})

test('a restore of a backup of PostgreSQL with missing rows changes nothing', async ({ skip }) => {
  const reason = missing()
  if (reason !== undefined) return skip(reason)
  const [databaseUrl, folder, dataDir] = [await emptyPostgres(), aFolder('backups'), aFolder('data')]
  await furnishPostgres(databaseUrl, dataDir, 'ann')
  await run('backup', [folder], dataDir, { DATABASE_URL: databaseUrl })
  const before = await contentsOf(databaseUrl, 'public')
  const { restorePostgres } = await import('../src/platform/db/postgres-dump.ts')
  const unpacked = emptyFolder()
  execFileSync('tar', ['-xzf', backupsIn(folder)[0] ?? '', '-C', unpacked])
  const wrong = { schema: 'public', counts: { user: 2 }, stamp: 'now', photos: none() }
  await expect(restorePostgres(databaseUrl, join(unpacked, 'greenhouse.dump'), wrong)).rejects.toThrow(
    'The rows of user are not all there',
  )
  expect(await contentsOf(databaseUrl, 'public')).toEqual(before)
  writeFileSync(join(unpacked, 'noise'), 'no dump')
  await expect(restorePostgres(databaseUrl, join(unpacked, 'noise'), { ...wrong, counts: {} })).rejects.toThrow(
    /archive/,
  )
  expect(await contentsOf(databaseUrl, 'public')).toEqual(before)
})

test('a restore to PostgreSQL is refused while servers use it from any folder, and leaves nothing behind', async ({
  skip,
}) => {
  const reason = missing()
  if (reason !== undefined) return skip(reason)
  const [databaseUrl, folder, dataDir, host] = [
    await emptyPostgres(),
    aFolder('backups'),
    aFolder('data'),
    aFolder('x'),
  ]
  const environment = { DATABASE_URL: databaseUrl }
  await furnishPostgres(databaseUrl, dataDir, 'ann')
  await run('backup', [folder], dataDir, environment)
  const [file = ''] = backupsIn(folder)
  const restoreRefused = async (backup: string, sentence: string) => {
    const before = await contentsOf(databaseUrl, 'public')
    expect(await run('restore', [backup], host, environment)).toMatchObject({ code: 1, errors: sentence })
    expect(await contentsOf(databaseUrl, 'public')).toEqual(before)
    expect(readdirSync(dirname(host))).toEqual([])
  }
  await restoreRefused(join(folder, 'none'), `There is no file ${join(folder, 'none')}. Nothing was changed.\n`)
  writeFileSync(join(folder, 'noise'), 'no backup')
  expect((await run('restore', [join(folder, 'noise')], host, environment)).errors).toContain('Nothing was changed.')
  expect(existsSync(host)).toBe(false)

  const server = new pg.Client({
    connectionString: databaseUrl,
    application_name: nameOfServer(testConfig({ nodeId: 'node-7' })),
  })
  await server.connect()
  onTestFinished(() => server.end())
  await queryPostgres(databaseUrl, "insert into node (id, roles, seen_at) values ('node-8', 'worker', 9e15)")
  await restoreRefused(
    file,
    'These processes are still running: node-7, node-8. Stop them first. Nothing was changed.\n',
  )
})

test('a backup of a cluster holds every acknowledged reading, and is restored with an empty NATS', async ({ skip }) => {
  const reason = missing() ?? (NATS ? undefined : 'nats-server is not installed')
  if (reason !== undefined) return skip(reason)
  const [databaseUrl, folder, dataDir] = [await emptyPostgres(), aFolder('backups'), aFolder('data')]
  const nats = await startNats(1)
  onTestFinished(() => nats.close())
  const app = await openNode(databaseUrl, dataDir, nats.url)
  const { call } = callsOf(app)
  const token = (await call(signInRoutes.register, { body: registration('ann') })).body.jwt
  const { deviceId, deviceToken } = (await call(deviceRoutes.create, { body: { deviceName: 'House' }, token })).body
  const rule = { userDeviceId: deviceId, sensorType: 'Temperature', condition: '>=50' }
  await call(conditionRoutes.createForDevice, { body: rule, token })
  const sent = Array.from({ length: 30 }, (_, index) => ({ temperature: index, time: minute(index) }))
  const answer = await call(readingRoutes.send, { body: sent, token: deviceToken })
  expect(answer.body).toMatchObject({ stored: 30 })
  const environment = { DATABASE_URL: databaseUrl, NATS_URL: nats.url, SECRET }

  const lacking = await run('backup', [aFolder('lacking'), '--without-newest'], dataDir, environment)
  expect(lacking).toMatchObject({ errors: '', said: expect.stringContaining(', 0 stored values.\nIt lacks readings') })
  const refused = await run('backup', [folder], dataDir, { DATABASE_URL: databaseUrl })
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('give NATS_URL, too. Nothing was')])
  expect(await run('backup', [folder], dataDir, environment)).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringContaining('1 account, 1 device, 0 plants, 30 stored values.'),
  })
  await app.close()

  const [restored, host, otherNats] = [await emptyPostgres(), aFolder('data'), await startNats(1)]
  onTestFinished(() => otherNats.close())
  const { code, errors, said } = await run('restore', [backupsIn(folder)[0] ?? ''], host, { DATABASE_URL: restored })
  expect([code, errors, said]).toEqual([0, '', expect.stringContaining('The cluster begins a new log')])
  const clock = { aheadMs: 0 }
  const again = await openNode(restored, host, otherNats.url, () => Date.now() + clock.aheadMs)
  onTestFinished(() => again.close())
  const { call: callAgain } = callsOf(again)
  const stored = async () => {
    const query = { deviceId, from: minute(0), to: minute(59) }
    const { body } = await callAgain(readingRoutes.history, { query, token })
    return body[0].sensorHistoryRecords.map(({ time, temperature }: Reading) => ({ temperature, time }))
  }
  const expected = sent.map(({ temperature, time }) => ({ temperature, time }))
  expect(await stored()).toEqual(expected)
  const later = { temperature: 60, time: minute(40) }
  expect((await callAgain(readingRoutes.send, { body: later, token: deviceToken })).status).toBe(200)
  await expect.poll(stored, PATIENT).toEqual([...expected, later])
  const episodes = () => queryPostgres(restored, 'select id from episode')
  await expect.poll(async () => (await episodes()).length, PATIENT).toBe(1)

  clock.aheadMs = 2 * DAY_MS
  await expect.poll(() => again.backups.runNow().then(() => backupsIn(join(host, 'backups')).length), PATIENT).toBe(1)
  expect(await manifestOf(backupsIn(join(host, 'backups'))[0] ?? '')).toMatchObject({ values: 31 })
})

interface Reading {
  readonly time: string
  readonly temperature: number
}

const minute = (index: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + index * 60_000).toISOString()

const SECRET = 'what the keys of all processes are derived from'

/** Starts a node with all roles. */
async function openNode(databaseUrl: string, dataDir: string, natsUrl: string, now = Date.now) {
  const app = await createApp(testConfig({ databaseUrl, dataDir, natsUrl, partitions: 4, secret: SECRET }), {
    log: openLog('silent'),
    now,
  })
  await app.listen()
  await expect.poll(() => app.ownership.ownedPartitions().length, PATIENT).toBe(4)
  return app
}

test.for<[string | undefined, RegExp]>([
  [undefined, /pg_dump is not installed\. Install PostgreSQL's client tools, version \d+ or newer/],
  ['echo "pg_dump (PostgreSQL) 9.6"', /pg_dump is of version 9, and the server of \d+\./],
])('a backup without a matching pg_dump (%s) names the package to install', async ([script, sentence], { skip }) => {
  if (POSTGRES === undefined) return skip('TEST_DATABASE_URL names no PostgreSQL')
  const [databaseUrl, folder, dataDir, path] = [
    await emptyPostgres(),
    aFolder('backups'),
    aFolder('data'),
    aFolder('bin'),
  ]
  mkdirSync(path)
  if (script !== undefined) {
    writeFileSync(join(path, 'pg_dump'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(path, 'pg_dump'), 0o755)
  }
  mkdirSync(dataDir)
  const { code, errors } = await run('backup', [folder], dataDir, { DATABASE_URL: databaseUrl, PATH: path })
  expect([code, errors]).toEqual([1, expect.stringMatching(sentence)])
  expect(backupsIn(folder)).toEqual([])
})

async function* none() {}

/** Runs a server on the database that stores an account, a device and three readings. */
async function furnishPostgres(databaseUrl: string, dataDir: string, name: string): Promise<void> {
  const app = await createApp(testConfig({ databaseUrl, dataDir }), { log: openLog('silent') })
  const { call } = callsOf(app)
  const { jwt } = (await call(signInRoutes.register, { body: registration(name) })).body
  const device = await call(deviceRoutes.create, { body: { deviceName: 'Tomato house' }, token: jwt })
  const readings = [20, 21, 22].map((temperature, index) => ({ temperature, time: `2026-01-01T00:0${index}:00Z` }))
  const sent = await call(readingRoutes.send, { body: readings, token: device.body.deviceToken })
  expect(sent.body).toMatchObject({ stored: 3 })
  await app.close()
}
