import { sql, type Kysely } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, runPsql, startPostgres, type PostgresServer } from '../../../../testing/postgres-server.ts'
import { openLog } from '../log.ts'
import { isUnavailable } from './errors.ts'
import { openPostgresDatabase } from './open.ts'
import { openPostgresPool } from './postgres.ts'
import type { Schema } from './schema.ts'

let started: Promise<PostgresServer> | undefined
afterAll(async () => (await started)?.close())

let made = 0

async function emptyDatabase(): Promise<string> {
  started ??= startPostgres({ connections: 100 })
  return (await started).createDatabase(`database_${++made}`)
}

async function openEmpty() {
  const url = await emptyDatabase()
  const opened = await openPostgresDatabase(url, openLog('silent'))
  onTestFinished(opened.close)
  return { db: opened.db, url }
}

const COUNT_A = "update sign_in_attempt set failures = failures + 1 where key = 'a'"

/** Increments a counter and keeps its row locked until the transaction ends. */
function countIn(db: Kysely<Schema>, key: string): Promise<unknown> {
  const update = db.updateTable('sign_in_attempt').set((set) => ({ failures: set('failures', '+', 1) }))
  return update.where('key', '=', key).execute()
}

async function withCounters() {
  const { db, url } = await openEmpty()
  for (const key of ['a', 'b'])
    await db.insertInto('sign_in_attempt').values({ key, failures: 0, last_at: 0, forgotten_at: 0 }).execute()
  const counted = async (from: Pick<typeof db, 'selectFrom'> = db) => {
    const rows = await from.selectFrom('sign_in_attempt').select('failures').orderBy('key').execute()
    return rows.map(({ failures }) => failures)
  }
  return { db, url, counted }
}

async function untilSomebodyWaits(db: Kysely<Schema>): Promise<void> {
  await expect
    .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length)
    .toBeGreaterThan(0)
}

/** Resolves for the first `of` callers once all of them have called; for later ones at once. */
function meeting(of: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return {
    come(): Promise<void> {
      if (++come === of) resolve()
      return promise
    },
    times: () => come,
  }
}

describe.skipIf(!findPostgres())('a transaction on a real PostgreSQL', () => {
  test('retries a whole transaction that deadlocks with another, and both succeed', async () => {
    const { db, counted } = await withCounters()
    const both = meeting(2)
    const add = (first: string, second: string) =>
      db.transaction().execute(async (tx) => {
        await countIn(tx, first)
        await both.come()
        await countIn(tx, second)
      })
    await Promise.all([add('a', 'b'), add('b', 'a')])
    expect(both.times()).toBeGreaterThan(2)
    expect(await counted()).toEqual([2, 2])
  })

  test('retries a whole transaction that read a row changed by another', async () => {
    const { db, counted } = await withCounters()
    const both = meeting(2)
    // Only one of the two counters may be incremented: each transaction keeps to that if it runs by itself.
    const add = (key: string) =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          const sum = (await counted(tx)).reduce((one, other) => one + other, 0)
          await both.come()
          if (sum > 0) return false
          await countIn(tx, key)
          return true
        })
    const added = await Promise.all([add('a'), add('b')])
    expect(both.times()).toBeGreaterThan(2)
    expect(added.toSorted()).toEqual([false, true])
    expect(await counted()).toEqual(added.map(Number))
  })
})

describe.skipIf(!findPostgres())('a single statement on a real PostgreSQL', () => {
  test('retries a statement that deadlocks with a transaction', async () => {
    const { db, counted } = await withCounters()
    const waiting = Promise.withResolvers<void>()
    const counting = waiting.promise.then(() =>
      db
        .updateTable('sign_in_attempt')
        .set((set) => ({ failures: set('failures', '+', 10) }))
        .where('key', 'in', db.selectFrom('sign_in_attempt').select('key').orderBy('key'))
        .execute(),
    )
    await db.transaction().execute(async (tx) => {
      // PostgreSQL aborts the transaction whose deadlock timeout ends first.
      await sql`set local deadlock_timeout = '60s'`.execute(tx)
      await countIn(tx, 'b')
      waiting.resolve()
      await untilSomebodyWaits(db)
      await countIn(tx, 'a')
    })
    await counting
    expect(await counted()).toEqual([11, 11])
  })
})

describe.skipIf(!findPostgres())('the time that PostgreSQL gives', () => {
  test.each([
    ['usual', '30s', '15s', '30s'],
    ['short', '4s', '2s', '4s'],
    ['long', '0', '0', '0'],
  ] as const)('sets the time limits of a pool with patience %s', async (patience, statement, lock, idle) => {
    const pool = openPostgresPool(await emptyDatabase(), { patience })
    onTestFinished(() => pool.end())
    const { rows } = await pool.query(`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`)
    expect(rows).toEqual([{ statement, lock, idle }])
  })

  test('ends a statement at its time limit, and counts it as an unavailable store', async () => {
    const { db } = await openEmpty()
    const ended = await db
      .transaction()
      .execute(async (tx) => {
        await sql`set local statement_timeout = 50`.execute(tx)
        await sql`select pg_sleep(600)`.execute(tx)
      })
      .catch((error: unknown) => error)
    expect(ended).toMatchObject({ code: '57014' })
    expect(isUnavailable(ended)).toBe(true)
  })

  test('ends a wait for a lock at its time limit, and counts it as an unavailable store', async () => {
    const { db } = await withCounters()
    const ended = await db.transaction().execute(async (holder) => {
      await countIn(holder, 'a')
      return db
        .transaction()
        .execute(async (tx) => {
          await sql`set local lock_timeout = 50`.execute(tx)
          await countIn(tx, 'a')
        })
        .catch((error: unknown) => error)
    })
    expect(ended).toMatchObject({ code: '55P03' })
    expect(isUnavailable(ended)).toBe(true)
  })

  // Each statement waits for a lock that the sleeper holds until its transaction ends.
  test.each([
    ['has heard', (db: Kysely<Schema>, url: string) => countIn(db, 'a').then(() => url)],
    // The process is blocked, so that it reads PostgreSQL's message only after its next statement.
    ['has not heard', async (_: unknown, url: string) => runPsql(url, COUNT_A)],
  ])(
    'undoes an idle transaction at its time limit and frees its locks; a process that %s of it fails with the next statement',
    async (_name, untilEnded) => {
      const { db, url, counted } = await withCounters()
      const sleeping = db.transaction().execute(async (tx) => {
        await countIn(tx, 'a')
        await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx)
        await untilEnded(db, url)
        await countIn(tx, 'b')
      })
      const ended = await sleeping.catch((error: unknown) => error)
      expect(ended).toBeInstanceOf(Error)
      expect(isUnavailable(ended)).toBe(true)
      expect(await counted()).toEqual([1, 0])
    },
  )
})

// The error of a statement sent just before PostgreSQL's message: a moment that no test can choose.
test('counts the error code of an ended idle transaction as an unavailable store', () => {
  expect(isUnavailable(Object.assign(new Error('terminating connection'), { code: '25P03' }))).toBe(true)
})
