import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertPlant } from '../src/features/plants/plant-store.ts'
import type { Db } from '../src/platform/db/schema.ts'
import { databases } from './databases.ts'
import { createWorld } from './world.ts'

describe.each(databases)('on %s', (name, open) => {
  test('counts concurrently added plants toward the limit', async () => {
    const { db } = await open()
    const { userId } = await (await createWorld({}, { db, dialect: 'sqlite', close: async () => {} })).as('ann')
    const add = (id: string, meanwhile: () => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        const made = await insertPlant(tx, userId, { ...basil, id, createdAt: 0, max: 1 })
        await meanwhile()
        return made
      })
    let second: Promise<boolean> | undefined
    const first = await add('first', async () => {
      second = add('second', async () => {})
      // A database with one connection starts the second transaction only later.
      if (name.startsWith('PostgreSQL')) await expect.poll(() => waitingForLocks(db)).toBe(1)
    })
    expect([first, await second]).toEqual([true, false])
  })
})

const basil = {
  plantName: 'Basil',
  plantType: 'Herb',
  plantNotes: '',
  planted: null,
  lastWatered: null,
  waterEvery: null,
  isDead: false,
}

/** Returns how many connections wait for a lock that another one has. */
async function waitingForLocks(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count
}
