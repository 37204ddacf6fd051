import { expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../../testing/postgres-server.ts'
import { openPostgresPool } from './postgres.ts'

// An unhandled error event would end the process, and this test run with it.
test.skipIf(!findPostgres())(
  'fails the next statement on a connection that PostgreSQL ended, and keeps the pool working',
  async () => {
    const postgres = await startPostgres({ connections: 20 })
    onTestFinished(postgres.close)
    const pool = openPostgresPool(await postgres.createDatabase('lost'))
    onTestFinished(() => pool.end())
    const held = await pool.connect()
    await held.query('begin')
    const { rows } = await held.query('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => held.once('end', resolve))
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await ended
    await expect(held.query('select 1')).rejects.toThrow(/not queryable|Connection terminated|terminating connection/)
    held.release(true)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  },
)
