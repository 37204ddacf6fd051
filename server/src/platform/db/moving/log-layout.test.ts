import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { countDeadLetters, countWholeRows, insertDeadLetters } from '@greenhouse/timeseries/testing'
import type { Db } from '../schema.ts'
import { beginNewLog, storeLogLayout } from './log-layout.ts'

const letter = {
  partition: 0,
  seq: 7,
  message: 0,
  deviceKey: undefined,
  isWhole: true,
  data: new Uint8Array(),
  reason: 'x',
}

async function storePositions(db: Db, engine: 'database' | 'jetstream'): Promise<void> {
  await storeLogLayout(db, { engine, partitions: 1 })
  await db.updateTable('log_layout').set({ log_id: 'old', log_made_at: 1 }).execute()
  const mark = { upto_seq: 5, part_seq: 6, part_at: 7, newest: new Uint8Array([1]), n: 8, bytes: 9 }
  await db
    .insertInto('device_mark')
    .values({ device_key: 1, ...mark })
    .execute()
  await db.insertInto('erasing').values({ device_key: 1, slot: 0, upto_seq: 5, done_before: 4 }).execute()
  await db.insertInto('compaction').values({ partition: 0, upto_seq: 5, epoch: 1 }).execute()
  await db.insertInto('alert_position').values({ partition: 0, seq: 5 }).execute()
}

const readPositions = async (db: Db) => ({
  layout: await db.selectFrom('log_layout').select(['log_id', 'log_made_at']).execute(),
  marks: await db.selectFrom('device_mark').select(['upto_seq', 'part_seq', 'part_at', 'n', 'bytes']).execute(),
  erasing: await db.selectFrom('erasing').select(['upto_seq', 'done_before']).execute(),
  compaction: await db.selectFrom('compaction').select('upto_seq').execute(),
  evaluated: await db.selectFrom('alert_position').select('seq').execute(),
})

describe.each(databases)('a new log on %s', (_name, open) => {
  test('starts a new log without id and positions, and keeps readings in chunks', async () => {
    const { db } = await open()
    await storePositions(db, 'jetstream')
    await db.transaction().execute(beginNewLog)
    expect(await readPositions(db)).toEqual({
      layout: [{ log_id: null, log_made_at: null }],
      marks: [{ upto_seq: 0, part_seq: 0, part_at: 0, n: 8, bytes: 9 }],
      erasing: [{ upto_seq: 0, done_before: 4 }],
      compaction: [],
      evaluated: [],
    })
  })

  test('gives up no log in the database itself', async () => {
    const { db } = await open()
    await storePositions(db, 'database')
    const before = await readPositions(db)
    await db.transaction().execute(beginNewLog)
    expect(await readPositions(db)).toEqual(before)
  })

  test('keeps the dead letters of earlier logs apart from those of a new log', async () => {
    const { db } = await open()
    await storeLogLayout(db, { engine: 'jetstream', partitions: 1 })
    for (let logs = 1; logs <= 3; logs++) {
      expect(await countWholeRows(db, 0, 7, 100)).toBe(0)
      expect(await insertDeadLetters(db, [letter, { ...letter, seq: 8 }], 1)).toBe(2)
      expect(await countDeadLetters(db)).toEqual(new Map([[0, 2 * logs]]))
      await db.transaction().execute(beginNewLog)
    }
  })
})
