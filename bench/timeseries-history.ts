import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketsOf } from '../contract/src/buckets.ts'
import { openSqliteDatabase, type OpenDatabase } from '../server/src/platform/db/open.ts'
import { openLog } from '../server/src/platform/log.ts'
import { storeNextCoarse } from '../server/src/platform/timeseries/coarse.ts'
import { LIMITS } from '../server/src/platform/timeseries/limits.ts'
import { ChunkMerge } from '../server/src/platform/timeseries/merge.ts'
import { gridOf } from '../server/src/platform/timeseries/point-sums.ts'
import { ChunkPoints } from '../server/src/platform/timeseries/points.ts'
import type { Column } from '../server/src/platform/timeseries/types.ts'
import { atMost, percentile, type Bench, type Figure } from './result.ts'
import { boardWorkload } from './series-workloads.ts'

const DAY_MS = 86_400_000
const END = Date.parse('2026-11-22T09:41:17.123Z')
const YEARS = 10
const BOARDS = 6
const MONTH_DAYS = 30
const POINTS = 500
const ASKED = 40

export const timeseriesHistoryBench: Bench = {
  name: 'timeseries-history',
  how: `In one process, on SQLite: a board with ${YEARS} years of four values every 10 s and ${BOARDS - 1} boards with a month of them, in chunks. Each range is asked for ${ASKED} times with ${POINTS} points and ends at another instant each time; the median counts.`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'greenhouse-bench-'))
    const database = await openSqliteDatabase(join(folder, 'greenhouse.db'), openLog('warn'))
    try {
      return await measure(database)
    } finally {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure({ db }: OpenDatabase): Promise<Figure[]> {
  for (let board = 1; board <= BOARDS; board++) await fill(db, board, board === 1 ? YEARS * 365 : MONTH_DAYS)
  const one = [0]
  const four = [0, 3, 5, 6]
  const ask = (days: number, slots: readonly number[], boards = 1) => timesOf(db, { days, slots, boards })
  for (let from: number | undefined = 0; from !== undefined;) {
    const next: number = from
    from = await db
      .transaction()
      .execute((tx) => storeNextCoarse(tx, { deviceKey: 1, from: next, chunks: LIMITS.coarseChunks }))
  }
  const figure = (what: string, target: number, times: readonly number[]) =>
    atMost(what, percentile(times, 0.5), target, 'ms')
  return [
    figure('a day of one series', 5, await ask(1, one)),
    figure('a week of one series', 8, await ask(7, one)),
    figure('a month of one series', 8, await ask(30, one)),
    figure('a year of one series', 8, await ask(365, one)),
    figure('a year of four series', 8, await ask(365, four)),
    figure('ten years of one series', 20, await ask(YEARS * 365, one)),
    figure('ten years of four series', 20, await ask(YEARS * 365, four)),
    figure(`a month of ${BOARDS * 4} series`, 50, await ask(MONTH_DAYS - 1, four, BOARDS)),
  ]
}

async function fill(db: OpenDatabase['db'], deviceKey: number, days: number): Promise<void> {
  const messages = boardWorkload.messages(deviceKey, END - days * DAY_MS)
  const limits = { ...LIMITS, stepWrites: Number.POSITIVE_INFINITY }
  for (let day = 0; day < days; day++) {
    const columns = columnsOf(messages, DAY_MS / 10_000)
    await db.transaction().execute((tx) => new ChunkMerge(tx, deviceKey, limits).merge(columns))
  }
}

function columnsOf(
  messages: Generator<{ at: number; slots: readonly number[]; values: readonly number[] }>,
  count: number,
): Column[] {
  const at = new Float64Array(count)
  const columns: Column[] = [0, 3, 5, 6].map((slot) => ({ slot, at, values: new Float64Array(count) }))
  for (let index = 0; index < count; index++) {
    const message = messages.next().value
    at[index] = message.at
    for (const [place, value] of message.values.entries()) columns[place]!.values[index] = value
  }
  return columns
}

async function timesOf(
  db: OpenDatabase['db'],
  { days, slots, boards }: { days: number; slots: readonly number[]; boards: number },
): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < ASKED + 5; index++) {
    const to = END - index * 61_000
    const range = { from: to - days * DAY_MS, to }
    const { start, width } = bucketsOf(range, POINTS)
    const grid = gridOf({ from: range.from, to: to + 1, widthMs: width, origin: start })
    const started = performance.now()
    for (let deviceKey = 1; deviceKey <= boards; deviceKey++) {
      const points = new ChunkPoints(db, {
        deviceKey,
        slots: new Set(slots),
        grid,
        coarseChunks: LIMITS.coarseChunks,
        onUncovered: () => {},
      })
      await points.read()
      if (points.buckets().length !== slots.length) throw new Error('A series is missing.')
    }
    // The first ones warm up the code.
    if (index >= 5) times.push(performance.now() - started)
  }
  return times
}
