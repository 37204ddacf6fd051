import { describe, expect, onTestFinished, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { listDeadLetters } from '../stores/dead-letter-store.ts'
import { openDeadLetterSink } from './dead-letter-sink.ts'
import { messageOf, rowOf } from '../codec/row-parts.ts'
import { openTimeSeries } from '../engine/timeseries.ts'
import type { Entry } from '../base/types.ts'

const AT = Date.parse('2026-11-20T09:41:00Z')
const entry = (deviceKey: number, value: number): Entry => ({ deviceKey, at: AT, slots: [0], values: [value] })

describe.each(databases)('a row of the log that is damaged, on %s', (_name, open) => {
  test('reads the log past a damaged row, which is kept with its reason', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const head = await log.append(0, rowOf([messageOf(entry(1, 20), 0)]), 0)
    const damaged = rowOf([messageOf(entry(2, 21), 0), messageOf(entry(3, 22), 1)])
    await log.append(0, damaged.subarray(0, damaged.length - 3), Number(head))
    await log.append(0, rowOf([messageOf(entry(4, 23), 0)]), Number(head) + 1)
    const deadLetters = await openDeadLetterSink({ db, log: { error: () => {}, fatal: () => {} }, now: () => AT })
    const start = async () => {
      const timeSeries = await openTimeSeries({ db, log, deadLetters, now: () => AT, onError: () => {} })
      onTestFinished(() => timeSeries.close())
      return timeSeries
    }
    for (const timeSeries of [await start(), await start()]) {
      const newest = await timeSeries.newest([1, 2, 3, 4])
      expect(new Set(newest.keys())).toEqual(new Set([1, 2, 4]))
    }
    expect(await listDeadLetters(db, undefined, 10)).toMatchObject([
      { partition: 0, seq: 2, message: 1, isWhole: false, reason: expect.stringMatching(/^CorruptBytesError: /) },
    ])
    expect(deadLetters).toMatchObject({ added: 1, kept: 1, stopped: [] })
  })

  test('fails to open an engine without dead letters at a damaged row', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    await log.append(0, Uint8Array.of(1, 1, 2), 0)
    await expect(openTimeSeries({ db, log, now: () => AT, onError: () => {} })).rejects.toThrow(
      /bytes|messages|length|end/i,
    )
  })
})
