import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { spawnServer, startServer } from '../../../test/faults/real-server.ts'
import { emptyFolder } from '../../../test/data-folder.ts'
import { testConfig } from '../../../test/world.ts'
import { spreadLog } from '../../admin/spread-log.ts'
import { findPostgres, startPostgres, type PostgresServer } from '../../../../testing/postgres-server.ts'
import { openLog } from '../log.ts'
import { isUnavailable } from './errors.ts'
import { becomeLoneServer, DatabaseInUse, type LoneServer } from './lone-server.ts'
import { openPostgresDatabase } from './open.ts'
import { listRunning } from './running-servers.ts'

const log = openLog('silent')
const KEY = [0x67_72_65_66, 'public'] as const

let started: Promise<PostgresServer> | undefined
afterAll(async () => (await started)?.close())
let made = 0

async function aDatabase() {
  started ??= startPostgres({ connections: 100 })
  const server = await started
  const url = await server.createDatabase(`lone_${++made}`)
  return { server, url }
}

async function aServer() {
  const { server, url } = await aDatabase()
  const opened = await openPostgresDatabase(url, log, { isLone: true, name: 'greenhouse first' })
  onTestFinished(opened.close)
  const beside = new pg.Client({ connectionString: url })
  // Ends with an error when PostgreSQL stops.
  beside.on('error', () => {})
  await beside.connect()
  onTestFinished(() => beside.end())
  const statement = () => opened.db.selectFrom('installation').selectAll().execute()
  const endLock = () =>
    beside.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`)
  return { server, url, ...opened, beside, statement, endLock }
}

function becomeSecond(url: string, waitMs: number): Promise<LoneServer> {
  return becomeLoneServer(url, { name: 'greenhouse second', log, waitMs })
}

describe.skipIf(!findPostgres())('a server of one process on PostgreSQL', () => {
  test('keeps a second server from the database until the first is closed, and names the first', async () => {
    const { db, url, close } = await aServer()
    expect(await listRunning({ db, dialect: 'postgres' })).toEqual(['first'])
    await expect(becomeSecond(url, 0)).rejects.toThrow(DatabaseInUse)
    await expect(becomeSecond(url, 0)).rejects.toThrow(/\(greenhouse first\) uses this database\. .* needs NATS_URL/)
    await expect(spreadLog('1', testConfig({ databaseUrl: url }), log)).rejects.toThrow('running: first')
    // Commands of the operator may run beside it.
    const command = await openPostgresDatabase(url, log)
    await command.close()
    const waiting = becomeSecond(url, 120_000)
    await close()
    await (await waiting).close()
  })

  test('makes a server of another folder wait, and then refuses its secret', async () => {
    const { url } = await aDatabase()
    const env = { DATABASE_URL: url }
    const first = await startServer(emptyFolder(), { env })
    const second = spawnServer(emptyFolder(), { env })
    await expect.poll(() => second.errors()).toContain('database.server-awaited')
    expect(await first.stop()).toBe(0)
    const { code, errors } = await second.ended
    expect([code, errors]).toEqual([1, expect.stringContaining('this database was made with one')])
  })

  test("takes the database again after the lock's connection or PostgreSQL has ended", async () => {
    const { server, url, statement, endLock } = await aServer()
    const [row] = await statement()
    await endLock()
    await expect.poll(() => statement().catch(() => [])).toEqual([row])
    await server.stop('immediate')
    expect(isUnavailable(await statement().catch((error: unknown) => error))).toBe(true)
    await server.start()
    await expect.poll(() => statement().catch(() => [])).toEqual([row])
    await expect(becomeSecond(url, 0)).rejects.toThrow('greenhouse first')
  })

  test('sends no statement while another server has the lock, and ends when one had the database', async () => {
    const { beside, url, statement, endLock, taken } = await aServer()
    // Waits in PostgreSQL's queue, so that it gets the lock at once.
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    const locked = other.query('select pg_advisory_lock($1, hashtext($2))', [...KEY])
    await expect.poll(async () => (await beside.query('select 1 from pg_locks where not granted')).rows.length).toBe(1)
    await endLock()
    await locked
    const refused = await statement().catch((error: unknown) => error)
    expect(isUnavailable(refused)).toBe(true)
    await other.query("update installation set served_by = 'another'")
    await other.query('select pg_advisory_unlock_all()')
    expect(await taken).toBeInstanceOf(DatabaseInUse)
    await expect(statement()).rejects.toThrow('lock of the database is lost')
  })
})
