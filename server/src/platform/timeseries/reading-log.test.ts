import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { openDatabaseLog } from './database-log-store.ts'
import type { ReadingLog } from './reading-log.ts'

const row = (...bytes: number[]) => Uint8Array.from(bytes)

async function rowsAfter(log: ReadingLog, partition: number, after: number): Promise<Array<[number, number[]]>> {
  const rows: Array<[number, number[]]> = []
  for await (const { seq, bytes } of log.follow(partition, after)) rows.push([seq, Array.from(bytes)])
  return rows
}

// What every log has to do, wherever it keeps its rows.
describe.each(databases)('the log on %s', (_name, open) => {
  const openLog = async () => openDatabaseLog((await open()).db)

  test('numbers the rows of each partition from 1 on, and returns them byte by byte', async () => {
    const log = await openLog()
    expect(await log.append(0, row(1, 0, 255), 0)).toBe(1)
    expect(await log.append(0, row(), 1)).toBe(2)
    expect(await log.append(1, row(7), 0)).toBe(1)
    expect(await rowsAfter(log, 0, 0)).toEqual([
      [1, [1, 0, 255]],
      [2, []],
    ])
    expect(await rowsAfter(log, 0, 1)).toEqual([[2, []]])
    expect([await log.head(0), await log.head(1), await log.head(2)]).toEqual([2, 1, 0])
  })

  test('refuses a row whose writer does not know the last one, and keeps nothing of it', async () => {
    const log = await openLog()
    await log.append(0, row(1), 0)
    expect(await log.append(0, row(2), 0)).toBe('conflict')
    expect(await log.append(0, row(3), 2)).toBe('conflict')
    expect(await rowsAfter(log, 0, 0)).toEqual([[1, [1]]])
    expect(await log.append(0, row(4), 1)).toBe(2)
  })

  test('lets one of several writers with the same expectation append', async () => {
    const log = await openLog()
    const answers = await Promise.all([1, 2, 3, 4, 5].map((byte) => log.append(0, row(byte), 0)))
    expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(4)
    expect(await rowsAfter(log, 0, 0)).toHaveLength(1)
  })

  test('goes on with the next number after all rows were purged', async () => {
    const log = await openLog()
    await log.append(0, row(1), 0)
    await log.append(0, row(2), 1)
    await log.append(0, row(3), 2)
    await log.purge(0, 2)
    expect(await rowsAfter(log, 0, 0)).toEqual([[3, [3]]])
    await log.purge(0, 3)
    expect(await rowsAfter(log, 0, 0)).toEqual([])
    expect(await log.append(0, row(9), 0)).toBe('conflict')
    expect(await log.append(0, row(4), 3)).toBe(4)
  })

  test('returns more rows than it reads at once, in their order', async () => {
    const log = await openLog()
    for (let seq = 0; seq < 70; seq++) await log.append(0, row(seq), seq)
    expect(await rowsAfter(log, 0, 0)).toEqual(Array.from({ length: 70 }, (_, index) => [index + 1, [index]]))
  })
})
