import type { ClientBase } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../../testing/postgres-server.ts'
import { openPostgresPool } from './postgres.ts'

async function aPool() {
  const postgres = await startPostgres({ connections: 20 })
  onTestFinished(postgres.close)
  const pool = openPostgresPool(await postgres.createDatabase('lost'))
  onTestFinished(() => pool.end())
  return pool
}

async function idOf(client: ClientBase): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid
}

// An unhandled error event would end the process, and this test run with it.
describe.skipIf(!findPostgres())('lost connections', () => {
  test('a held connection that PostgreSQL ended fails its next statement, and the pool works on', async () => {
    const pool = await aPool()
    const held = await pool.connect()
    await held.query('begin')
    const ended = new Promise((resolve) => held.once('end', resolve))
    await pool.query('select pg_terminate_backend($1)', [await idOf(held)])
    await ended
    await expect(held.query('select 1')).rejects.toThrow(/not queryable|Connection terminated|terminating connection/)
    held.release(true)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('an idle connection that PostgreSQL ended is replaced', async () => {
    const pool = await aPool()
    const [idle, other] = [await pool.connect(), await pool.connect()]
    const id = await idOf(idle)
    const removed = new Promise((resolve) => pool.once('remove', resolve))
    idle.release()
    await other.query('select pg_terminate_backend($1)', [id])
    await removed
    other.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
