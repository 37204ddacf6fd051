import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { openLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { knownMigrations } from './migrations.ts'
import { NewerDatabase } from './unusable-database.ts'

test('knows every migration file, in the order of its number', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.ts'))
  expect(knownMigrations).toEqual(files.map((name) => name.slice(0, -'.ts'.length)).toSorted())
})

describe.each(databases)('the schema on %s', (_name, open) => {
  test('stores a device and its series, and removes them with the device', async () => {
    const { db } = await open()
    const user = {
      id: 'ann',
      first_name: 'Ann',
      last_name: 'Berg',
      email: 'ann@example.org',
      email_key: 'ann@example.org',
      birthday: null,
      country: null,
      role: 'user' as const,
      password_hash: '',
      created_at: 1,
    }
    await db.insertInto('user').values(user).execute()
    const household = { id: 'h1', name: 'Ann’s garden', time_zone: null, created_at: 1 }
    await db.insertInto('household').values(household).execute()
    const { key } = await db
      .insertInto('device')
      .values({
        id: 'd1',
        household_id: 'h1',
        name: 'House',
        description: '',
        created_at: 1,
        wait_seconds: 600,
        token_hash: 'x',
        last_seen_at: null,
        refused_reason: null,
        refused_at: null,
      })
      .returning('key')
      .executeTakeFirstOrThrow()
    const series = {
      id: 's1',
      device_key: key,
      slot: 0,
      metric: 'temperature',
      channel: '',
      label: '',
      unit: '',
      visible: 1,
    }
    await db.insertInto('series').values(series).execute()
    expect(await db.selectFrom('series').select(['id', 'device_key', 'slot']).execute()).toEqual([
      { id: 's1', device_key: key, slot: 0 },
    ])
    await db.deleteFrom('device').where('id', '=', 'd1').execute()
    expect(await db.selectFrom('series').select('id').execute()).toEqual([])
  })

  test('refuses a database that a newer version has upgraded', async () => {
    const { db, dialect } = await open()
    const applied = { name: '9999-later', timestamp: '2031-01-01T00:00:00.000Z' }
    await sql`insert into kysely_migration (name, timestamp) values (${applied.name}, ${applied.timestamp})`.execute(db)
    await expect(migrate(db, { name: dialect }, { log: openLog('silent') })).rejects.toThrow(NewerDatabase)
  })
})
