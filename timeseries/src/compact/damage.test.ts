import { DAY_MS } from '../base/durations.ts'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { TINY } from '../../test/series-history.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../base/tables.ts'
import { findChunkData, listChunks, type Chunk } from '../stores/chunk-store.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import type { DamagedChunk } from '../stores/set-aside.ts'
import { openTimeSeries, type TimeSeries } from '../engine/timeseries.ts'
import { LAST_AT, Outcome } from '../base/types.ts'

type Db = Kysely<Tables>

const DEVICE = 1
const NEIGHBOUR = 2
const MINUTE = 60_000
const START = 900_000_000_000
const COUNT = 300
const GROUP = 5
const EVER = { from: 0, to: LAST_AT }
const timeOf = (index: number) => START + index * MINUTE

interface Damage {
  readonly what: string
  readonly damage: (db: Db, chunk: Chunk) => Promise<unknown>
  readonly isLost: boolean
}

const flipped = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0x40)
const truncated = (bytes: Uint8Array) => bytes.slice(0, bytes.length - 2)
const emptied = () => new Uint8Array(0)

/** Damage by a failing disk, to the values of a chunk, which are then lost, or to its summary. */
const DAMAGES: Damage[] = [
  { what: 'flipped data', damage: (db, chunk) => changeData(db, chunk, flipped), isLost: true },
  { what: 'truncated data', damage: (db, chunk) => changeData(db, chunk, truncated), isLost: true },
  { what: 'empty data', damage: (db, chunk) => changeData(db, chunk, emptied), isLost: true },
  { what: 'no data', damage: (db, chunk) => dropData(db, chunk), isLost: true },
  { what: 'a flipped summary', damage: (db, chunk) => changeSummary(db, chunk, flipped), isLost: false },
  { what: 'a truncated summary', damage: (db, chunk) => changeSummary(db, chunk, truncated), isLost: false },
  { what: 'an empty summary', damage: (db, chunk) => changeSummary(db, chunk, emptied), isLost: false },
]

describe.each(databases)('on %s a chunk with', (name, open) => {
  // The databases differ in nothing that bytes could concern.
  describe.each(name === 'SQLite' ? DAMAGES : [DAMAGES[0]!, DAMAGES.at(-1)!])('$what', ({ damage, isLost }) => {
    const without = ({ fromAt, toAt }: Chunk, times: readonly number[] = TIMES) =>
      isLost ? times.filter((at) => at < fromAt || at > toAt) : [...times]

    test('loses only the values of a damaged chunk, and reports it once', async () => {
      const { series, db, middle, reported } = await aDevice(await open())
      await damage(db, middle)
      const kept = without(middle)
      // Before it is set aside it is left out of what is read.
      expect(await rawTimes(series)).toEqual(kept)
      await Promise.all([counted(series, 1), counted(series, 1440), series.newest([DEVICE])])
      await series.compact()
      const { fromAt, toAt, n } = middle
      expect(reported).toEqual([{ deviceKey: DEVICE, fromAt, toAt, lost: isLost ? n : 0 }])
      expect(await rawTimes(series)).toEqual(kept)
      expect(await counted(series, 1)).toBe(kept.length)
      expect(await counted(series, 1440)).toBe(kept.length)
      expect((await series.newest([DEVICE])).get(DEVICE)).toEqual([
        { slot: 0, at: timeOf(COUNT - 1), value: COUNT - 1 },
      ])
      expect((await series.usage([DEVICE])).get(DEVICE)?.values).toBe(kept.length)
      expect(series.gauges().damagedChunks).toBe(isLost ? 1 : 0)
      await series.close()
    })

    test('stores a late value for a damaged chunk, and values of other devices', async () => {
      const { series, db, middle } = await aDevice(await open())
      await damage(db, middle)
      const at = middle.fromAt + 1
      const { outcomes } = await series.append([
        { deviceKey: DEVICE, at, slots: [0], values: [7] },
        { deviceKey: NEIGHBOUR, at: START, slots: [0], values: [8] },
      ])
      expect(Array.from(outcomes)).toEqual([Outcome.LATE, Outcome.NEWEST])
      await series.compact()
      expect(await rawTimes(series)).toEqual([...without(middle), at].toSorted((one, other) => one - other))
      expect((await series.usage([NEIGHBOUR])).get(NEIGHBOUR)?.values).toBe(1)
      await series.close()
    })

    test('compacts the log past a damaged chunk', async () => {
      const { series, db, last, reported } = await aDevice(await open())
      await damage(db, last)
      const later = TIMES.map((at) => at + COUNT * MINUTE)
      for (let start = 0; start < COUNT; start += GROUP)
        await series.append(
          later.slice(start, start + GROUP).map((at) => ({ deviceKey: DEVICE, at, slots: [0], values: [0] })),
        )
      await series.compact()
      expect(await db.selectFrom('reading_log').select('seq').execute()).toEqual([])
      expect(reported.map(({ fromAt }) => fromAt)).toEqual([last.fromAt])
      expect(await rawTimes(series)).toEqual([...without(last), ...later])
      await series.close()
    })

    test('erases a sensor with its damaged chunks', async () => {
      const { series, db, middle } = await aDevice(await open())
      await damage(db, middle)
      await series.eraseSlot(DEVICE, 0)
      await series.compact()
      expect(await rawTimes(series)).toEqual([])
      expect((await series.usage([DEVICE])).get(DEVICE)).toEqual({ bytes: 0, values: 0 })
      expect([await aside(db), series.gauges().damagedChunks]).toEqual([[], 0])
      await series.close()
    })

    test('erases a device with its damaged chunks', async () => {
      const { series, db, middle } = await aDevice(await open())
      await damage(db, middle)
      await Promise.all([rawTimes(series), counted(series, 1440)])
      await series.compact()
      await series.erase(DEVICE)
      await series.compact()
      expect((await series.usage([DEVICE])).get(DEVICE)).toEqual({ bytes: 0, values: 0 })
      expect([await aside(db), series.gauges().damagedChunks]).toEqual([[], 0])
      expect(await db.selectFrom('chunk_data').select('id').execute()).toEqual([])
      await series.close()
    })

    test('removes old values with damaged chunks', async () => {
      const { series, db, middle } = await aDevice(await open())
      await damage(db, middle)
      await series.dropBefore(middle.fromAt + 1)
      expect(await aside(db)).toEqual(isLost ? [middle.n] : [])
      expect(await rawTimes(series)).toEqual(without(middle).filter((at) => at > middle.fromAt))
      await series.dropBefore(middle.toAt + 1)
      expect([await aside(db), series.gauges().damagedChunks]).toEqual([[], 0])
      await series.close()
    })
  })

  test('keeps the values of other sensors beside a damaged one', async () => {
    const { series, db } = await aDevice(await open(), [0, 2])
    const chunk = (await chunksOf(db))[1]!
    // The last bytes are those of the last column.
    await changeData(db, chunk, (data) => data.map((byte, index) => (index < data.length - 20 ? byte : byte ^ 0xff)))
    const before = await rawTimes(series)
    await series.compact()
    expect(await rawTimes(series)).toEqual(before)
    expect(await db.selectFrom('damaged_chunk').selectAll().execute()).toMatchObject([{ n: chunk.n / 2 }])
    await series.close()
  })

  test('replaces a damaged coarse summary, without a change of charts', async () => {
    const { series, db } = await aDevice(await open())
    await counted(series, 60)
    await series.compact()
    const coarse = () => db.selectFrom('coarse').selectAll().execute()
    const stored = await coarse()
    expect(stored).not.toEqual([])
    await db
      .updateTable('coarse')
      .set({ summary: stored[0]!.summary.slice(0, 9) })
      .execute()
    expect(await counted(series, 60)).toBe(COUNT)
    await series.compact()
    expect(await counted(series, 60)).toBe(COUNT)
    await series.compact()
    expect(await coarse()).toEqual(stored)
    await series.close()
  })
})

const TIMES: readonly number[] = Array.from({ length: COUNT }, (_, index) => timeOf(index))

/** Stores a value a minute, and moves them to chunks. */
async function aDevice({ db }: { readonly db: Db }, slots: readonly number[] = [0]) {
  const reported: DamagedChunk[] = []
  const series = await openTimeSeries({
    db,
    log: openDatabaseLog(db),
    now: () => START,
    onError: (error) => {
      throw error
    },
    onDamaged: (damaged) => reported.push(damaged),
    limits: TINY,
  })
  for (let start = 0; start < COUNT; start += GROUP)
    await series.append(
      TIMES.slice(start, start + GROUP).map((at, index) => ({
        deviceKey: DEVICE,
        at,
        slots,
        values: slots.map((slot) => start + index + slot / 10),
      })),
    )
  await series.compact()
  const chunks = await chunksOf(db)
  expect(chunks.length).toBeGreaterThan(4)
  return { series, db, middle: chunks[2]!, last: chunks.at(-1)!, reported }
}

function chunksOf(db: Db): Promise<Chunk[]> {
  return listChunks(db, DEVICE, { from: 0, to: LAST_AT, most: 1000 })
}

async function changeData(db: Db, { dataId }: Chunk, change: (data: Uint8Array) => Uint8Array): Promise<void> {
  const data = change((await findChunkData(db, dataId!))!)
  await db.updateTable('chunk_data').set({ data }).where('id', '=', dataId!).execute()
}

async function dropData(db: Db, { dataId }: Chunk): Promise<void> {
  await db.deleteFrom('chunk_data').where('id', '=', dataId!).execute()
}

async function changeSummary(db: Db, chunk: Chunk, change: (summary: Uint8Array) => Uint8Array): Promise<void> {
  const summary = change(chunk.summary)
  await db.updateTable('chunk').set({ summary }).where('from_at', '=', chunk.fromAt).execute()
}

/** Returns how many values each chunk lost that is set aside. */
async function aside(db: Db): Promise<number[]> {
  return (await db.selectFrom('damaged_chunk').select('n').execute()).map(({ n }) => n)
}

async function rawTimes(series: TimeSeries): Promise<number[]> {
  const times: number[] = []
  for await (const columns of series.raw(DEVICE, [0], EVER)) for (const { at } of columns) times.push(...at)
  return times
}

/** Returns how many values the points of a chart count. */
async function counted(series: TimeSeries, minutes: number): Promise<number> {
  const range = { from: START - DAY_MS, to: timeOf(2 * COUNT), widthMs: minutes * MINUTE }
  const [buckets] = await series.points(DEVICE, [0], range)
  return buckets!.counts.reduce((sum, count) => sum + count, 0)
}
