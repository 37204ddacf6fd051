import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertPlant } from '../src/features/plants/plant-store.ts'
import { isUnavailable } from '../src/platform/db/errors.ts'
import { databases } from './databases.ts'
import { createWorld } from './world.ts'

describe.each(databases)('on %s', { timeout: 60_000 }, (_name, open) => {
  test('plants that are added at the same time stay within the limit', async () => {
    const { db } = await open()
    const { userId } = await (await createWorld({}, { db, dialect: 'sqlite', close: async () => {} })).as('ann')
    const add = (id: string, meanwhile: () => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        const made = await insertPlant(tx, userId, { ...basil, id, createdAt: 0, most: 1 })
        await meanwhile()
        return made?.plantId
      })
    let second: Promise<string | undefined> | undefined
    const first = await add('first', async () => {
      second = add('second', async () => {})
      await wait(200)
    })
    expect([first, await second]).toEqual(['first', undefined])
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

describe.each(databases.filter(([name]) => name === 'PostgreSQL'))(
  'on a real %s',
  { timeout: 60_000 },
  (_name, open) => {
    test('two transactions that deadlock both succeed', async () => {
      const { db } = await open()
      for (const key of ['a', 'b'])
        await db.insertInto('sign_in_attempt').values({ key, failures: 0, last_at: 0, forgotten_at: 0 }).execute()
      const both = Promise.withResolvers<void>()
      let holding = 0
      const add = (first: string, second: string) =>
        db.transaction().execute(async (tx) => {
          const count = (key: string) =>
            tx
              .updateTable('sign_in_attempt')
              .set((set) => ({ failures: set('failures', '+', 1) }))
              .where('key', '=', key)
              .execute()
          await count(first)
          if (++holding === 2) both.resolve()
          await both.promise
          await count(second)
        })
      await Promise.all([add('a', 'b'), add('b', 'a')])
      expect(holding).toBeGreaterThan(2)
      const rows = await db.selectFrom('sign_in_attempt').select('failures').execute()
      expect(rows).toEqual([{ failures: 2 }, { failures: 2 }])
    })

    test('a statement that takes too long is ended, and counts as an unavailable store', async () => {
      const { db } = await open()
      const { rows } = await sql<{ statement: string; idle: string }>`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
      expect(rows).toEqual([{ statement: '30s', idle: '30s' }])
      const ended = await db.connection().execute(async (one) => {
        await sql`set statement_timeout = 50`.execute(one)
        const failed = await sql`select pg_sleep(10)`.execute(one).catch((error: unknown) => error)
        await sql`set statement_timeout = 30000`.execute(one)
        return failed
      })
      expect(isUnavailable(ended)).toBe(true)
    })
  },
)
