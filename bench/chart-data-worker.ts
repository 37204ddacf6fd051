import { join } from 'node:path'
import { openDatabaseLog, LIMITS, openTimeSeries } from '@greenhouse/timeseries'
import { storePosition } from '../server/src/features/alerts/evaluator/alert-position-store.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import { openLog } from '../server/src/platform/log.ts'
import { fillChunks, fillLog, slotsOfBoards } from './board-readings.ts'
import { serveWorker } from './worker.ts'

/** Nearly a whole segment: one that is full is compacted at once. */
const LOG_BYTES = Math.floor(LIMITS.segmentBytes * 0.97)

export interface ChartDataTask {
  /** The data folder of a server that is stopped. */
  readonly folder: string
  readonly deviceTokens: readonly string[]
  /** Days of readings in chunks, of the first devices. */
  readonly days: readonly number[]
  /** End of the chunks and beginning of the log, milliseconds since 1970. */
  readonly end: number
}

export interface ChartDataOutcome {
  /** Readings that were appended to the log. */
  readonly inLog: number
}

/** Fills chunks and log in a process of its own: its garbage would stop the clock of the bench. */
serveWorker(async (task): Promise<ChartDataOutcome> => {
  const { folder, deviceTokens, days, end } = task as ChartDataTask
  const { db, close } = await openSqliteDatabase(join(folder, 'greenhouse.db'), openLog('warn'))
  const boards = await slotsOfBoards(db, deviceTokens)
  for (const [index, one] of days.entries()) await fillChunks(db, boards[index]!, { end, days: one })
  const log = openDatabaseLog(db)
  const timeSeries = await openTimeSeries({ db, log, now: Date.now, onError: console.error })
  const inLog = await fillLog(timeSeries, boards, { from: end, bytes: LOG_BYTES })
  // A server evaluates rules as it stores: it has nothing to make up for.
  await storePosition(db, 0, await timeSeries.position(0))
  await timeSeries.close()
  await close()
  return { inLog }
})
