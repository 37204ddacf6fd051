import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceRoutes, readingRoutes, signInRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { emptyFolder } from './data-folder.ts'
import { registration } from '../../testing/growers.ts'
import { createApp } from '../src/app.ts'
import { openLog } from '../src/platform/log.ts'
import { aFolder, backupsIn, manifestOf, run } from './backups.ts'
import { emptyPostgres, POSTGRES, queryPostgres } from './postgres-database.ts'
import { callsOf, testConfig } from './world.ts'

/** The tests start commands of PostgreSQL and of ours, each in a process of its own. */

/** Returns what the tests lack on this machine; undefined when they can run. */
function missing(): string | undefined {
  if (POSTGRES === undefined) return 'TEST_DATABASE_URL names no PostgreSQL'
  try {
    for (const tool of ['pg_dump', 'pg_restore', 'psql']) execFileSync(tool, ['--version'])
    return undefined
  } catch {
    return "PostgreSQL's client tools are not installed"
  }
}

test('a backup of PostgreSQL is restored with every row, and the previous tables are kept', async ({ skip }) => {
  const reason = missing()
  if (reason !== undefined) return skip(reason)
  const [databaseUrl, folder, dataDir] = [await emptyPostgres(), aFolder('backups'), aFolder('data')]
  const environment = { DATABASE_URL: databaseUrl }
  await furnishPostgres(databaseUrl, dataDir, 'ann')
  expect(await run('backup', [folder], dataDir, environment)).toMatchObject({ code: 0, errors: '' })
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
  const wrong = { schema: 'public', counts: { user: 2 }, stamp: 'now' }
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

test.for<[string | undefined, RegExp]>([
  [undefined, /pg_dump is not installed\. Install PostgreSQL's client tools, version \d+ or newer/],
  ['echo "pg_dump (PostgreSQL) 9.6"', /pg_dump is of version 9, and the server of \d+\./],
])('without a fitting pg_dump (%s) a backup says what to install', async ([script, sentence], { skip }) => {
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

/** Returns every row of every table of a schema, as sorted text. */
async function contentsOf(databaseUrl: string, schema: string): Promise<Record<string, string[]>> {
  const tables = await queryPostgres(databaseUrl, `select tablename from pg_tables where schemaname = '${schema}'`)
  const contents: Record<string, string[]> = {}
  for (const { tablename } of tables) {
    const rows = await queryPostgres(databaseUrl, `select t::text as row from "${schema}"."${tablename}" t order by 1`)
    contents[tablename ?? ''] = rows.map(({ row = '' }) => row)
  }
  return contents
}
