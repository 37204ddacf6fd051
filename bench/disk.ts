import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import { openLog } from '../server/src/platform/log.ts'
import { openDatabaseLog, openTimeSeries, type Entry } from '@greenhouse/timeseries'
import { atMost, type Bench, type Figure } from './result.ts'
import { boardWorkload, ecowittWorkload, esphomeWorkload, type Workload } from './series-workloads.ts'
import { usedBytes } from './used-bytes.ts'

const DEVICES = 5
const VALUES = 8_000_000
const GROUP = 500
const FROM = Date.UTC(2026, 0, 1)
/** Limits of bytes a value, by family of boards. */
const CELLS: ReadonlyArray<readonly [Workload, number]> = [
  [boardWorkload, 1.1],
  [esphomeWorkload, 1.7],
  [ecowittWorkload, 0.7],
]

export const diskBench: Bench = {
  name: 'disk',
  how: `${VALUES / 1e6} million values of ${DEVICES} devices of each workload (bench/series-workloads.ts) go through the log into chunks. What counts is the used pages of the whole file, once all is compacted, less those of an empty database.`,
  untimed: true,
  async run() {
    const figures: Figure[] = []
    const empty = await usedBytesAfter(async () => {})
    for (const [workload, target] of CELLS) {
      let stored = 0
      const used = await usedBytesAfter(async (file) => void (stored = await store(file, workload)))
      figures.push(atMost(`a value of ${workload.name}, everything in`, (used - empty) / stored, target, 'bytes'))
    }
    return figures
  },
}

async function store(file: string, workload: Workload): Promise<number> {
  const { db, close } = await openSqliteDatabase(file, openLog('warn'))
  const log = openDatabaseLog(db)
  const timeSeries = await openTimeSeries({ db, log, now: () => FROM, onError: console.error })
  const devices = Array.from({ length: DEVICES }, (_, index) => workload.messages(index + 1, FROM))
  let stored = 0
  while (stored < VALUES) {
    const entries = Array.from({ length: GROUP }, (_, index): Entry => {
      const place = index % DEVICES
      return { deviceKey: place + 1, ...devices[place]!.next().value }
    })
    await timeSeries.append(entries)
    for (const { values } of entries) stored += values.length
  }
  await timeSeries.compact()
  await timeSeries.close()
  await close()
  return stored
}

/** Returns the bytes of used pages of a new database after some work. */
async function usedBytesAfter(work: (file: string) => Promise<void>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-bench-'))
  try {
    const file = join(folder, 'greenhouse.db')
    const { close } = await openSqliteDatabase(file, openLog('warn'))
    await close()
    await work(file)
    return usedBytes(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
