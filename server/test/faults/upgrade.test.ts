import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '../../src/platform/db/migrations.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { NodeSqliteDialect, openSqlite } from '../../src/platform/db/sqlite.ts'
import { storedReadingsIn } from '../stored-readings.ts'
import { probe, spawnServer, startServer, temporaryFolder } from './real-server.ts'
import { injecting, whyNoStrace } from './strace.ts'

const RELEASED = '0004-newsletter'
const READINGS = 500
const WRITES = 'pwrite64,fsync,fdatasync,ftruncate,unlink'
const whyNot = whyNoStrace()

test(
  'a server killed at any write of an upgrade upgrades again, and keeps every reading',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (whyNot) return skip(whyNot)
    const released = await aReleasedFolder()
    const points =
      process.env['FAULTS'] === 'long' ? Array.from({ length: 200 }, (_, index) => index + 1) : [3, 12, 40, 70, 100]
    for (const when of points) {
      const dataDir = temporaryFolder()
      cpSync(released, dataDir, { recursive: true })
      const first = spawnServer(dataDir, { under: injecting(`${WRITES}:signal=SIGKILL:when=${when}`) })
      await first.listening.catch(() => {})
      await first.kill()

      const server = await startServer(dataDir)
      expect((await probe(server, '/readyz')).status).toBe(200)
      await server.kill()
      expect(await contentOf(dataDir)).toEqual({ readings: READINGS, check: 'ok' })
    }
  },
)

/** Returns the folder of a released server version, with readings in it. */
async function aReleasedFolder(): Promise<string> {
  const dataDir = temporaryFolder()
  mkdirSync(dataDir, { recursive: true })
  const database = openSqlite(join(dataDir, 'greenhouse.db'))
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(database) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations({ name: 'sqlite' }) } })
  const { error } = await migrator.migrateTo(RELEASED)
  if (error) throw error
  database.exec(`
    insert into user (id, first_name, last_name, email, email_key, role, password_hash, created_at)
      values ('u', 'Ann', 'Holm', 'ann@example.org', 'ann@example.org', 'user', 'x', 1);
    insert into device (id, user_id, name, description, created_at, wait_seconds, token_hash)
      values ('d', 'u', 'House', '', 1, 60, 'x');
    insert into reading (device_key, at, temperature)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${READINGS})
      select 1, i * 60000, i / 10.0 from n;
  `)
  await db.destroy()
  return dataDir
}

async function contentOf(dataDir: string): Promise<object> {
  const database = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  const check = database.prepare('pragma integrity_check').get()?.['integrity_check']
  database.close()
  return { readings: (await storedReadingsIn(dataDir, 'd')).length, check }
}
