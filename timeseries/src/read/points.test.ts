import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/durations.ts'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { seededRandom } from '../../../testing/random.ts'
import type { Database } from '../base/database.ts'
import type { Uncovered } from '../stores/coarse-store.ts'
import { ChunkPoints } from './chunk-points.ts'
import { deleteChunk, insertChunk, insertSummary, listChunks, type Chunk } from '../stores/chunk-store.ts'
import { storeNextCoarse } from '../compact/coarse-work.ts'
import { encodePart, joinParts } from '../codec/codec.ts'
import { countValues, cut, rangeOf } from '../codec/columns.ts'
import { gridOf } from '../codec/point-sums.ts'
import { chooseWidth } from '../codec/summary.ts'
import { SuspectChunks } from '../base/suspect-chunks.ts'
import type { Buckets, Column, PointsRange } from '../base/types.ts'
import { SEED, seeds } from '../../../testing/test-run.ts'

const DEVICE = 7
/** Chunks of a coarse summary. */
const CHUNKS = 10
const START = Date.parse('2026-03-01T00:00:00Z')
const QUARTER_MS = 15 * MINUTE_MS
const WIDTHS = [1000, MINUTE_MS, QUARTER_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS]

/** Slots with steps of their own, some of them of sensors whose 0 is missing. */
function someColumns(random: () => number, days: number): Column[] {
  return [0, 1, 4, 7].map((slot) => {
    const step = [10, 40, 90][Math.floor(random() * 3)]! * MINUTE_MS
    const at: number[] = []
    for (let time = START + random() * HOUR_MS; time < START + days * DAY_MS; time += step * (0.5 + random()))
      if (random() < 0.01) time += DAY_MS * random() * 3
      else at.push((time = random() < 0.3 ? Math.ceil(time / QUARTER_MS) * QUARTER_MS : Math.ceil(time)))
    return {
      slot,
      at: Float64Array.from(at),
      values: Float64Array.from(at, () => Math.round(random() * 400 - 40) / 10),
    }
  })
}

async function storeChunks(db: Database, columns: readonly Column[], chunkValues: number): Promise<void> {
  for (const chunk of cut(columns, chunkValues))
    await db
      .transaction()
      .execute((tx) =>
        insertChunk(
          tx,
          { deviceKey: DEVICE, ...rangeOf(chunk), n: countValues(chunk), ...chooseWidth(chunk) },
          joinParts([encodePart(chunk)]),
        ),
      )
}

/** Removes the values of a chunk, as retention does with a whole one. */
async function dropValues(db: Database, chunk: Chunk): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteChunk(tx, chunk)
    await insertSummary(tx, chunk)
  })
}

/** Stores all coarse summaries that the chunks allow. */
async function storeCoarse(db: Database, stepMs = HOUR_MS): Promise<void> {
  for (let from: number | undefined = 0; from !== undefined;)
    from = await storeNextCoarse(db, { deviceKey: DEVICE, from, stepMs, chunks: CHUNKS }, (work) =>
      db.transaction().execute(work),
    )
}

async function pointsOf(
  db: Database,
  slots: readonly number[],
  range: PointsRange,
  onUncovered: (uncovered: Uncovered) => void = () => {},
): Promise<Buckets[]> {
  const points = new ChunkPoints(db, {
    deviceKey: DEVICE,
    slots: new Set(slots),
    grid: gridOf(range),
    unreadable: { chunks: new Set(), coarse: new Set() },
    suspectChunks: new SuspectChunks(),
    coarseChunks: CHUNKS,
    onUncovered,
  })
  await points.read()
  return points.buckets()
}

/** The plain rule, value by value. */
function naivePoints(
  columns: readonly Column[],
  slots: readonly number[],
  { from, to, widthMs, origin = 0 }: PointsRange,
) {
  return slots.map((slot) => {
    const points = new Map<number, number[]>()
    const column = columns.find((one) => one.slot === slot)
    column?.at.forEach((at, index) => {
      const value = column.values[index]!
      if (at < from || at >= to || (slot % 2 === 1 && value <= 0)) return
      const start = origin + Math.floor((at - origin) / widthMs) * widthMs
      points.set(start, [...(points.get(start) ?? []), value])
    })
    return Array.from(points, ([at, values]) => ({
      at,
      count: values.length,
      mean: values.reduce((sum, value) => sum + Math.round(value * 1e6), 0) / values.length / 1e6,
      lowest: Math.min(...values) + 0,
      highest: Math.max(...values) + 0,
    }))
  })
}

function rowsOf({ at, counts, means, lowest, highest }: Buckets) {
  return Array.from(at, (start, index) => ({
    at: start,
    count: counts[index],
    mean: means[index]! + 0,
    lowest: lowest[index]! + 0,
    highest: highest[index]! + 0,
  }))
}

function someRange(random: () => number, days: number): PointsRange {
  const widthMs = WIDTHS[Math.floor(random() * WIDTHS.length)]!
  const length = Math.min(random() * (days + 4) * DAY_MS, widthMs * 2000)
  const from = Math.floor(START + (random() * (days + 4) - 2) * DAY_MS)
  const origin = [0, HOUR_MS, 22.5 * HOUR_MS, from][Math.floor(random() * 4)]!
  return { from, to: Math.floor(from + length), widthMs, origin }
}

describe.each(databases)('points on %s', (name, open) => {
  test('returns points that equal a plain sum of the values, with and without coarse summaries', async () => {
    for (const seed of seeds(name === 'SQLite' ? 12 : 2)) {
      const { db } = await open()
      const random = seededRandom(seed)
      const days = 20 + Math.floor(random() * 100)
      const columns = someColumns(random, days)
      await storeChunks(db, columns, 40 + Math.floor(random() * 300))
      for (let round = 0; round < 40; round++) {
        if (round === 15) await storeCoarse(db)
        if (round === 25) await storeCoarse(db, QUARTER_MS)
        const range = someRange(random, days)
        const slots = [0, 1, 4, 7, 9].filter(() => random() < 0.6)
        const points = await pointsOf(db, slots, range)
        expect(points.map(({ slot }) => slot)).toStrictEqual(slots)
        expect({ seed, round, range, points: points.map(rowsOf) }).toStrictEqual({
          seed,
          round,
          range,
          points: naivePoints(columns, slots, range),
        })
      }
    }
  })

  test('decodes only values at the ends of a long range', async () => {
    const { db } = await open()
    const columns = someColumns(seededRandom(SEED), 200)
    await storeChunks(db, columns, 100)
    const chunks = await listChunks(db, DEVICE, { from: 0, to: Number.MAX_SAFE_INTEGER, most: 10_000 })
    const range = { from: START + 5.01 * DAY_MS, to: START + 190.02 * DAY_MS, widthMs: DAY_MS }
    const expected = naivePoints(columns, [0, 4], range)
    // Without their values, only summaries can serve the chunks between the ends.
    const isWithin = (at: number) => at > START + 7 * DAY_MS && at < START + 187 * DAY_MS
    for (const chunk of chunks) if (isWithin(chunk.fromAt)) await dropValues(db, chunk)
    expect((await pointsOf(db, [0, 4], range)).map(rowsOf)).toStrictEqual(expected)
  })

  test.each([
    ['an hour', HOUR_MS],
    ['half past an hour', 22.5 * HOUR_MS],
  ])('reads no chunks within coarse summaries for days that begin at %s', async (_, origin) => {
    const { db } = await open()
    const columns = someColumns(seededRandom(SEED), 100)
    await storeChunks(db, columns, 600)
    // The buckets of their own summaries lie across two days.
    const chunks = await listChunks(db, DEVICE, { from: 0, to: Number.MAX_SAFE_INTEGER, most: 10_000 })
    expect(Math.min(...chunks.map(({ widthMs }) => widthMs))).toBeGreaterThan(HOUR_MS)
    await storeCoarse(db, origin % HOUR_MS === 0 ? HOUR_MS : QUARTER_MS)
    const range = { from: START + origin, to: chunks[CHUNKS]!.fromAt, widthMs: DAY_MS, origin }
    const expected = naivePoints(columns, [0, 4], range)
    const last = chunks.findLast(({ toAt }) => toAt < range.to - DAY_MS)!
    for (const chunk of chunks.slice(1, chunks.indexOf(last)))
      await db.transaction().execute((tx) => deleteChunk(tx, chunk))
    expect((await pointsOf(db, [0, 4], range)).map(rowsOf)).toStrictEqual(expected)
  })

  test('counts values that retention has removed by summaries, each bucket in the point where it begins', async () => {
    const { db } = await open()
    const at = Float64Array.from({ length: 200 }, (_, index) => START + index * 10 * MINUTE_MS)
    await storeChunks(db, [{ slot: 0, at, values: at.map(() => 20) }], 200)
    const [chunk] = await listChunks(db, DEVICE, { from: 0, to: Number.MAX_SAFE_INTEGER, most: 1 })
    await dropValues(db, chunk!)
    expect(chunk!.widthMs).toBe(QUARTER_MS)
    const [points] = await pointsOf(db, [0], { from: START, to: START + HOUR_MS, widthMs: 5 * MINUTE_MS })
    expect(rowsOf(points!).map(({ at, count }) => [(at - START) / MINUTE_MS, count])).toStrictEqual([
      [0, 2],
      [15, 1],
      [30, 2],
      [45, 1],
    ])
  })

  test('requests coarse summaries once more chunks follow each other without them', async () => {
    const { db } = await open()
    await storeChunks(db, someColumns(seededRandom(SEED), 100), 60)
    const uncovered: Uncovered[] = []
    const range = { from: START - DAY_MS, to: START + 100 * DAY_MS, widthMs: DAY_MS }
    const ask = () => pointsOf(db, [0], range, (found) => uncovered.push(found))
    await ask()
    expect(uncovered).toStrictEqual([{ deviceKey: DEVICE, from: expect.any(Number), stepMs: HOUR_MS }])
    await storeCoarse(db)
    await ask()
    expect(uncovered).toHaveLength(1)
    // Coarse summaries by hours don't serve them.
    await pointsOf(db, [0], { ...range, origin: HOUR_MS / 2 }, (found) => uncovered.push(found))
    expect(uncovered.slice(1)).toStrictEqual([{ deviceKey: DEVICE, from: expect.any(Number), stepMs: QUARTER_MS }])
    await storeCoarse(db, QUARTER_MS)
    await pointsOf(db, [0], { ...range, origin: HOUR_MS / 2 }, (found) => uncovered.push(found))
    await ask()
    expect(uncovered).toHaveLength(2)
  })
})

test('refuses a range with too many points', () => {
  expect(() => gridOf({ from: 0, to: 1e12, widthMs: 1000 })).toThrow(RangeError)
  expect(() => gridOf({ from: 0, to: 1e12, widthMs: Number.NaN })).toThrow(RangeError)
})
