import { databaseNow } from './database-clock.ts'
import type { Db } from './schema.ts'
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts'
import type { Log } from '../log.ts'

const MEASURED_EVERY_MS = 30_000
const AGREES_WITHIN_MS = 1000

/** The time that the processes of a database agree on, within a second. */
export interface SharedClock extends Omit<PeriodicJob, 'runNow'> {
  now(): number
}

interface Parts {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
  readonly wall?: () => number
}

/** Measures the difference to the clock of the database, now and repeatedly. */
export async function openSharedClock({ db, log, now, wall = Date.now }: Parts): Promise<SharedClock> {
  let aheadMs = 0
  const measure = async () => {
    const before = wall()
    const { time } = await db.selectNoFrom(databaseNow(db).as('time')).executeTakeFirstOrThrow()
    const after = wall()
    const isClose = time > before - AGREES_WITHIN_MS && time < after + AGREES_WITHIN_MS
    aheadMs = isClose ? 0 : Math.round((before + after) / 2 - time)
  }
  const job = openPeriodicJob(measure, {
    everyMs: MEASURED_EVERY_MS,
    onError: (error) => log.warn({ event: 'clock.not-compared', err: error }),
  })
  await job.runNow()
  return { now: () => now() - aheadMs, start: job.start, close: job.close }
}
