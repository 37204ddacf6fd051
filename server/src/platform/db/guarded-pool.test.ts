import type { PostgresPool } from 'kysely'
import { expect, test } from 'vitest'
import { guardPool } from './guarded-pool.ts'

/** Returns a pool that can be switched off, with a count of its connection attempts. */
function aPool() {
  const state = { isThere: true, conflicts: false, asked: 0, now: 0 }
  const query = async () => {
    if (state.conflicts) throw Object.assign(new Error('deadlock'), { code: '40P01' })
    if (!state.isThere) throw Object.assign(new Error('ended'), { code: '57P01' })
    return { rows: [] }
  }
  const pool = {
    options: {},
    async connect() {
      state.asked++
      if (!state.isThere) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return { query, release() {} }
    },
    async end() {},
  }
  return { state, pool: guardPool(pool as unknown as PostgresPool, () => state.now) }
}

test('tries an unavailable database once a second and rejects other callers at once', async () => {
  const { state, pool } = aPool()
  await (await pool.connect()).query('select 1', [])
  state.isThere = false
  for (let index = 0; index < 50; index++) await expect(pool.connect()).rejects.toThrow(/refused|unavailable/)
  expect(state.asked).toBe(2)
  state.now += 1000
  await expect(pool.connect()).rejects.toThrow('refused')
  await expect(pool.connect()).rejects.toThrow('unavailable')
  expect(state.asked).toBe(3)
})

test('admits every caller after the first answer of an unavailable database', async () => {
  const { state, pool } = aPool()
  state.isThere = false
  await expect(pool.connect()).rejects.toThrow('refused')
  state.isThere = true
  state.now += 1000
  const client = await pool.connect()
  await client.query('select 1', [])
  await Promise.all([pool.connect(), pool.connect()])
})

test('treats a lost connection as unavailable, and a conflict of two transactions not', async () => {
  const { state, pool } = aPool()
  const client = await pool.connect()
  state.conflicts = true
  await expect(client.query('select 1', [])).rejects.toThrow('deadlock')
  await pool.connect()
  state.conflicts = false
  state.isThere = false
  await expect(client.query('select 1', [])).rejects.toThrow('ended')
  await expect(pool.connect()).rejects.toThrow('unavailable')
})
