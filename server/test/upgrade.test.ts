import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { alertRoutes, conditionRoutes, plantRoutes, readingRoutes, signInRoutes } from '@greenhouse/contract'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { migrations } from '../src/platform/db/migrations.ts'
import { openSqliteDatabase, type OpenDatabase } from '../src/platform/db/open.ts'
import { NewerDatabase } from '../src/platform/db/unusable-database.ts'
import { openLog } from '../src/platform/log.ts'
import { databases, emptyPglite } from './databases.ts'
import { spawnServer } from './faults/real-server.ts'
import { createWorld } from './world.ts'

type ReleasedRow = Readonly<Record<string, string | number | null>>

/** A database as a released version left it: its last migration, its tables and rows, and the credentials for them. */
interface Released {
  readonly released: string
  readonly owner: { email: string; password: string; deviceId: string; deviceToken: string }
  readonly sqlite: readonly string[]
  readonly rows: Readonly<Record<string, readonly ReleasedRow[]>>
}

const log = openLog('silent')
const fixtures = join(import.meta.dirname, 'fixtures')
const RELEASED = readdirSync(fixtures)
  .filter((name) => name.startsWith('released-'))
  .map((name) => JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as Released)
/** Tables with data of users and boards. The others belong to the server and may change with a version. */
const OWNED =
  'user setting plant watering plant_condition device alert weather_place subscriber reading newest_reading rollup'.split(
    ' ',
  )

describe.each(RELEASED)('a database of the release $released', (release) => {
  test.each([
    ['SQLite', openReleasedSqlite],
    ['PGlite', openReleasedPglite],
  ])('keeps every row and serves its owner after an upgrade on %s', { timeout: 60_000 }, async (_name, open) => {
    const database = await open(release)
    expect(OWNED.filter((table) => !release.rows[table]?.length)).toEqual([])
    for (const table of OWNED) {
      const kept = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
      // The newest alert of a rule that is broken is its open episode now.
      const opened = table === 'alert' ? await openedOf(database) : new Set()
      const before = release.rows[table]
        ?.filter((row) => !opened.has(row['id']))
        .map((row) => expect.objectContaining(table === 'alert' ? alertToday(row) : row))
      expect(kept.rows).toHaveLength(before?.length ?? 0)
      expect(kept.rows).toEqual(expect.arrayContaining(before ?? []))
    }

    const { call, clock } = await createWorld({}, database)
    clock.now += 86_400_000
    const { email, password, deviceId, deviceToken } = release.owner
    const { jwt } = (await call(signInRoutes.login, { body: { email, password } })).body
    const conditions = (await call(conditionRoutes.devices, { token: jwt })).body
    expect(conditions).toEqual(release.rows['device_condition']?.map((row) => conditionToday(row, deviceId)))
    const late = { temperature: 18, timestamp: new Date(clock.now).toISOString() }
    expect((await call(readingRoutes.send, { body: late, token: deviceToken })).body).toMatchObject({ stored: 1 })
    const query = { deviceId, from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }
    const [{ sensorHistoryRecords }] = (await call(readingRoutes.history, { query, token: jwt })).body
    expect(sensorHistoryRecords).toHaveLength((release.rows['reading']?.length ?? 0) + 1)
    const alerts = (await call(alertRoutes.list, { query: { year: 2026 }, token: jwt })).body
    expect(alerts).toHaveLength(release.rows['alert']?.length ?? 0)
    const ids = (release.rows['alert'] ?? []).map(({ id }) => id)
    expect(new Set(alerts.map(({ alertId }: { alertId: string }) => alertId))).toEqual(new Set(ids))
    expect((await call(plantRoutes.list, { token: jwt })).body).toHaveLength(1)
  })

  test('is copied as it was before its tables change', async () => {
    const folder = releasedFolder(release)
    const later = Object.keys(migrations({ name: 'sqlite' })).filter((name) => name > release.released)
    await (await openSqliteDatabase(join(folder, 'greenhouse.db'), log)).close()
    expect(readdirSync(folder).filter((name) => name.startsWith('before-'))).toEqual(
      later.slice(0, 1).map((name) => `before-${name}.db`),
    )
  })
})

describe('a database that a newer version has upgraded', () => {
  test('stops the start with one sentence that names both versions and the snapshot, and is left as it is', async () => {
    const folder = await newerFolder()
    const name = join(folder, 'greenhouse.db')
    const snapshot = join(folder, 'before-9998-from-the-future.db')
    writeFileSync(snapshot, '')
    const before = readFileSync(name)

    const { code, errors } = await spawnServer(folder).ended
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain('upgraded to "9999-later" by a newer version of Greenhouse')
    expect(errors).toContain(`only up to "${newestKnown()}"`)
    expect(errors).toContain(snapshot)
    expect(readFileSync(name).equals(before)).toBe(true)
  })

  test('asks for a backup when the snapshot is gone', async () => {
    const folder = await newerFolder()
    const opened = openSqliteDatabase(join(folder, 'greenhouse.db'), log)
    await expect(opened).rejects.toThrow(/put the backup from before that upgrade in its place/)
  })

  test.each(databases)('is refused on %s', async (_name, open) => {
    const { db, dialect } = await open()
    await comeFromTheFuture(db)
    await expect(migrate(db, { name: dialect }, { log })).rejects.toThrow(NewerDatabase)
  })
})

/** The ids of the episodes, which are those of the alerts that they were. */
async function openedOf({ db }: OpenDatabase): Promise<ReadonlySet<unknown>> {
  return new Set((await db.selectFrom('episode').select('id').execute()).map(({ id }) => id))
}

/** An alert of a release as it is stored today. */
function alertToday({ device_condition_id, ...alert }: ReleasedRow): ReleasedRow {
  return { ...alert, rule_id: device_condition_id ?? null }
}

/** A condition of a release as clients read it today. */
function conditionToday({ id, sensor_type, operator, threshold_hundredths, is_met }: ReleasedRow, deviceId: string) {
  return {
    conditionAlertUserDeviceId: id,
    userDeviceId: deviceId,
    sensorType: sensor_type,
    condition: `${operator}${Number(threshold_hundredths) / 100}`,
    isMet: is_met === 1,
  }
}

const newestKnown = () => Object.keys(migrations({ name: 'sqlite' })).at(-1)

async function newerFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-newer-'))
  const { db, close } = await openSqliteDatabase(join(folder, 'greenhouse.db'), log)
  await comeFromTheFuture(db)
  await close()
  return folder
}

async function comeFromTheFuture(db: OpenDatabase['db']): Promise<void> {
  for (const name of ['9998-from-the-future', '9999-later'])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2031-01-01T00:00:00.000Z'})`.execute(
      db,
    )
}

function releasedFolder({ sqlite, rows }: Released): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-released-'))
  const file = new DatabaseSync(join(folder, 'greenhouse.db'))
  for (const statement of sqlite) file.exec(statement)
  for (const [table, those] of Object.entries(rows)) {
    for (const row of those) {
      const columns = Object.keys(row)
      const places = columns.map(() => '?').join(', ')
      file.prepare(`insert into "${table}" (${columns.join(', ')}) values (${places})`).run(...Object.values(row))
    }
  }
  file.close()
  return folder
}

async function openReleasedSqlite(release: Released): Promise<OpenDatabase> {
  const opened = await openSqliteDatabase(join(releasedFolder(release), 'greenhouse.db'), log)
  onTestFinished(() => opened.close())
  return opened
}

async function openReleasedPglite({ released, rows }: Released): Promise<OpenDatabase> {
  const opened = await emptyPglite()
  // Released migrations never change, so they recreate the tables of the release. The migrator fills its own tables.
  const db = opened.db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const { rows: schemas } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  const provider = { getMigrations: async () => migrations({ name: 'postgres' }) }
  const { error } = await new Migrator({ db, provider, migrationTableSchema: schemas[0]?.name ?? '' }).migrateTo(
    released,
  )
  expect(error).toBeUndefined()
  for (const [table, those] of Object.entries(rows)) {
    if (!table.startsWith('kysely'))
      await db
        .insertInto(table)
        .values([...those])
        .execute()
  }
  await sql`select setval(pg_get_serial_sequence('device', 'key'), (select max(key) from device))`.execute(db)
  await migrate(opened.db, { name: 'postgres' }, { log })
  return opened
}
