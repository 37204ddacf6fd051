import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../../server/test/data-folder.ts'
import { databases } from '../../../server/test/databases.ts'
import { openLog } from '../../../server/src/platform/log.ts'
import { openSqliteDatabase } from '../../../server/src/platform/db/open.ts'
import type { Db } from './database.ts'
import { statement } from './statement.ts'
import { withoutFlush } from './unflushed.ts'

const [NORMAL, FULL] = [1, 2]

const selectFlush = statement<{ synchronous: number }>('pragma synchronous')

async function flushOf(db: Db): Promise<number> {
  return (await selectFlush(db, [])).rows[0]!.synchronous
}

async function aFile() {
  const file = join(emptyFolder(), 'greenhouse.db')
  const { db, close } = await openSqliteDatabase(file, openLog('silent'))
  onTestFinished(close)
  return { file, db }
}

describe.each(databases)('a transaction without a flush on %s', (_name, open) => {
  test('commits or rolls back an unflushed transaction as a whole', async () => {
    const { db } = await open()
    const add = (partition: number) => db.insertInto('log_head').values({ partition, seq: 0 })
    await withoutFlush(db, (tx) => tx.executeQuery(add(1).compile()))
    const failed = withoutFlush(db, async (tx) => {
      await tx.executeQuery(add(2).compile())
      throw new Error('not this one')
    })
    await expect(failed).rejects.toThrow('not this one')
    expect(await db.selectFrom('log_head').select('partition').execute()).toEqual([{ partition: 1 }])
  })
})

test('flushes the transaction after an unflushed one', async () => {
  const { db } = await aFile()
  expect(await withoutFlush(db, flushOf)).toBe(NORMAL)
  expect(await db.transaction().execute(flushOf)).toBe(FULL)
  await withoutFlush(db, () => Promise.reject(new Error('rolled back'))).catch(() => {})
  expect(await flushOf(db)).toBe(FULL)
})

test('flushes other transactions while an unflushed one waits for a lock, and after it gave up', async () => {
  const { file, db } = await aFile()
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  let isOver = false
  const waiting = withoutFlush(db, flushOf).finally(() => (isOver = true))
  const meanwhile: number[] = []
  for (let count = 0; count < 5; count++) meanwhile.push(await flushOf(db))
  const alike = db.transaction().execute(flushOf)
  expect([isOver, meanwhile]).toEqual([false, [FULL, FULL, FULL, FULL, FULL]])
  other.exec('commit')
  expect(await Promise.all([waiting, alike])).toEqual([NORMAL, FULL])
})
