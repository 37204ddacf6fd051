import { describe, expect, test, onTestFinished } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { StoreUnavailable } from '../base/unavailable.ts'
import {
  countDeadLetters,
  deleteDeadLetters,
  deleteDeadLettersBefore,
  deleteDeadLettersOf,
  insertDeadLetters,
  listDeadLetters,
  type DeadLetter,
} from '../stores/dead-letter-store.ts'
import { applyEntriesOrSetAside, applyOrSetAside } from './dead-letters.ts'
import { openDeadLetterSink, PartitionStoppedError } from './dead-letter-sink.ts'
import { decodeRow, messageOf, partsOfRow, rowOf } from '../codec/log-row.ts'
import { LeaseLostError } from '../stores/marker-store.ts'
import type { LogRow } from '../stores/reading-log.ts'
import type { Entry } from '../base/types.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openTimeSeries } from '../engine/timeseries.ts'

const log = { error: () => {}, fatal: () => {} }
const entry = (deviceKey: number): Entry => ({
  deviceKey,
  at: 1000 + deviceKey,
  slots: [0, 3],
  values: [deviceKey, 0.5],
})
const row = (...deviceKeys: number[]): LogRow => ({ seq: 7, bytes: rowOf(deviceKeys.map(entry).map(messageOf)) })

/** Applies rows to memory, and refuses some devices. */
function open(refuses: (deviceKeys: readonly number[]) => unknown = () => undefined) {
  const applied: number[][] = []
  const deadLetters: DeadLetter[] = []
  const check = (entries: readonly Entry[]) => {
    const error = refuses(entries.map(({ deviceKey }) => deviceKey))
    if (error) throw error
  }
  const took = (entries: readonly Entry[]) => {
    check(entries)
    return applied.push(entries.map(({ deviceKey }) => deviceKey))
  }
  const keep = async (found: readonly DeadLetter[]) => void deadLetters.push(...found)
  const apply = ({ bytes }: LogRow) => took(decodeRow(bytes))
  const tryOut = ({ bytes }: LogRow) => check(decodeRow(bytes))
  return { applied, deadLetters, took, check, parts: { partition: 2, apply, tryOut, keep } }
}

const refusing = (...bad: number[]) =>
  open((keys) => keys.some((key) => bad.includes(key)) && new TypeError('no such slot'))

describe('a row of the log', () => {
  test('applies a good row once, unchanged', async () => {
    const { applied, deadLetters, parts } = open()
    await applyOrSetAside(row(1, 2, 3), parts)
    expect([applied, deadLetters]).toEqual([[[1, 2, 3]], []])
  })

  test('applies a row without its bad messages, which are kept with the reason', async () => {
    const { applied, deadLetters, parts } = refusing(2, 5)
    await applyOrSetAside(row(1, 2, 3, 4, 5), parts)
    expect(applied).toEqual([[1, 3, 4]])
    const at = { partition: 2, seq: 7, isWhole: false, reason: 'TypeError: no such slot' }
    expect(deadLetters).toEqual([
      { ...at, message: 1, deviceKey: 2, data: row(2).bytes },
      { ...at, message: 4, deviceKey: 5, data: row(5).bytes },
    ])
    expect(decodeRow(deadLetters[0]!.data)).toEqual([entry(2)])
  })

  test('applies a row that is damaged in the middle up to there', async () => {
    const { applied, deadLetters, parts } = open()
    const { bytes } = row(1, 2, 3)
    const second = bytes.length - 2 * partsOfRow(bytes).messages[1]!.bytes.length
    // The number of its values, after the key of the device and the time.
    bytes[second + 7] = 0
    await applyOrSetAside({ seq: 7, bytes }, parts)
    expect(applied).toEqual([[1]])
    expect(deadLetters).toEqual([
      {
        partition: 2,
        seq: 7,
        message: 1,
        deviceKey: undefined,
        isWhole: false,
        data: bytes.slice(second),
        reason: expect.stringContaining('A message cannot have 0 values'),
      },
    ])
  })

  test.each([
    ['of another version', Uint8Array.of(99, 1, 2, 3)],
    ['without a byte', new Uint8Array(0)],
    ['of noise', new Uint8Array(64).fill(255)],
  ])('keeps a row %s as a whole, and applies its position', async (_name, bytes) => {
    const { applied, deadLetters, parts } = open()
    await applyOrSetAside({ seq: 7, bytes }, parts)
    expect(applied).toEqual([[]])
    expect(deadLetters).toMatchObject([{ message: 0, isWhole: true, data: bytes }])
  })

  test('keeps a row as a whole when its messages fail only together', async () => {
    const { applied, deadLetters, parts } = open((keys) => keys.length === 4 && new Error('too many'))
    let tries = 0
    await applyOrSetAside(row(1, 2, 3, 4), { ...parts, tryOut: () => void tries++ })
    expect([applied, tries]).toEqual([[[]], 1])
    expect(deadLetters.map(({ message, isWhole }) => [message, isWhole])).toEqual(
      [0, 1, 2, 3].map((message) => [message, true]),
    )
  })

  test('applies a row that fails once, and keeps nothing', async () => {
    let failures = 1
    const { applied, deadLetters, parts } = open(() => failures-- > 0 && new Error('once'))
    await applyOrSetAside(row(1, 2), parts)
    expect([applied, deadLetters]).toEqual([[[1, 2]], []])
  })

  test.each([
    new StoreUnavailable('away'),
    new LeaseLostError('lost'),
    Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
  ])('neither applies nor keeps a row after %s', async (error) => {
    const { applied, deadLetters, parts } = open((keys) => keys.length > 0 && error)
    await expect(applyOrSetAside(row(1, 2), parts)).rejects.toBe(error)
    expect([applied, deadLetters]).toEqual([[], []])
  })

  test('does not apply a row when its dead letters could not be kept', async () => {
    const { applied, parts } = refusing(1)
    const keep = () => Promise.reject(new StoreUnavailable('away'))
    await expect(applyOrSetAside(row(1, 2), { ...parts, keep })).rejects.toThrow('away')
    expect(applied).toEqual([])
  })

  test('divides a group by its entries in the same way', async () => {
    const { applied, deadLetters, took, check, parts } = refusing(2)
    await applyEntriesOrSetAside(
      { seq: 7, entries: [1, 2, 3].map(entry) },
      { ...parts, apply: ({ entries }) => took(entries), tryOut: ({ entries }) => check(entries) },
    )
    expect(applied).toEqual([[1, 3]])
    expect(deadLetters).toMatchObject([{ message: 1, deviceKey: 2, data: row(2).bytes }])
  })
})

const letter = (seq: number, more: Partial<DeadLetter> = {}): DeadLetter => ({
  partition: 1,
  seq,
  message: 0,
  deviceKey: 4,
  isWhole: true,
  data: Uint8Array.of(1, 2),
  reason: 'Error: no',
  ...more,
})

describe.each(databases)('dead letters on %s', (_name, openDatabase) => {
  test('keeps dead letters once, lists them in order and removes them by device and age', async () => {
    const { db } = await openDatabase()
    expect(
      await insertDeadLetters(db, [letter(9), letter(8, { message: 3, deviceKey: undefined, isWhole: false })], 50),
    ).toBe(2)
    expect(
      await insertDeadLetters(db, [letter(9, { reason: 'another' }), letter(9, { message: 1, deviceKey: 5 })], 60),
    ).toBe(1)
    expect(await countDeadLetters(db)).toEqual(new Map([[1, 3]]))
    const all = await listDeadLetters(db, undefined, 10)
    // PostgreSQL answers a Buffer, which is a Uint8Array.
    expect(all.map((one) => ({ ...one, data: Uint8Array.from(one.data) }))).toEqual([
      { ...letter(8, { message: 3, deviceKey: undefined, isWhole: false }), foundAt: 50 },
      { ...letter(9), foundAt: 50 },
      { ...letter(9, { message: 1, deviceKey: 5 }), foundAt: 60 },
    ])
    expect(await listDeadLetters(db, all[0], 1)).toEqual([all[1]])
    await db.transaction().execute((tx) => deleteDeadLettersOf(tx, 4))
    await deleteDeadLettersBefore(db, 60)
    expect((await listDeadLetters(db, undefined, 10)).map(({ deviceKey }) => deviceKey)).toEqual([5])
    expect(await deleteDeadLetters(db)).toBe(1)
  })

  test('stops a partition after whole rows in a row, also in another process, until dead letters are removed', async () => {
    const { db } = await openDatabase()
    const options = { db, log, now: () => 5, limits: { rowsInARow: 3, deadLetters: 100 } }
    const one = await openDeadLetterSink(options)
    await one.keep([letter(1)])
    // A row that was applied lies between.
    for (const seq of [3, 4]) await one.keep([letter(seq)])
    const other = await openDeadLetterSink(options)
    expect(other.kept).toBe(3)
    await other.keep([letter(5)])
    await expect(other.keep([letter(6)])).rejects.toThrow(PartitionStoppedError)
    expect([other.stopped, other.kept, other.added]).toEqual([[1], 4, 1])
    await other.keep([letter(6, { partition: 2 })])
    await expect(one.keep([letter(6)])).rejects.toThrow('Nothing of 3 rows in a row of partition 1')
    await deleteDeadLetters(db)
    await other.keep([letter(6)])
    expect(other.stopped).toEqual([])
    one.release(1)
    expect(one.stopped).toEqual([])
  })

  test('counts dead letters again after a minute, because an operator may have removed some', async () => {
    const { db } = await openDatabase()
    let time = 5
    const deadLetters = await openDeadLetterSink({ db, log, now: () => time })
    await deadLetters.keep([letter(1)])
    await deleteDeadLetters(db)
    time += 59_999
    expect(deadLetters.kept).toBe(1)
    time += 1
    await expect.poll(() => deadLetters.kept).toBe(0)
  })

  test('stops a partition with too many dead letters, although other messages are applied', async () => {
    const { db } = await openDatabase()
    const deadLetters = await openDeadLetterSink({ db, log, now: () => 5, limits: { rowsInARow: 3, deadLetters: 5 } })
    for (let seq = 1; seq <= 5; seq++) await deadLetters.keep([letter(seq, { isWhole: false })])
    await expect(deadLetters.keep([letter(6, { isWhole: false })])).rejects.toThrow('5 messages of partition 1')
  })
})

test('skips bad rows of a partition of another owner, and stops after as many', async () => {
  const { db } = await databases[0]![1]()
  const deadLetters = await openDeadLetterSink({ db, log, now: () => 5, limits: { rowsInARow: 2, deadLetters: 100 } })
  for (const seq of [1, 2, 2, 4, 5]) await deadLetters.skip([letter(seq)])
  await expect(deadLetters.skip([letter(6)])).rejects.toThrow(PartitionStoppedError)
  expect([deadLetters.kept, deadLetters.stopped]).toEqual([0, [1]])
  await deadLetters.skip([letter(7, { isWhole: false })])
  expect(deadLetters.stopped).toEqual([])
})

const AT = Date.parse('2026-11-20T09:41:00Z')
const valueOf = (deviceKey: number, value: number): Entry => ({ deviceKey, at: AT, slots: [0], values: [value] })

describe.each(databases)('a row of the log that is damaged, on %s', (_name, open) => {
  test('reads the log past a damaged row, which is kept with its reason', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const head = await log.append(0, rowOf([messageOf(valueOf(1, 20), 0)]), 0)
    const damaged = rowOf([messageOf(valueOf(2, 21), 0), messageOf(valueOf(3, 22), 1)])
    await log.append(0, damaged.subarray(0, damaged.length - 3), Number(head))
    await log.append(0, rowOf([messageOf(valueOf(4, 23), 0)]), Number(head) + 1)
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
