import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Log } from '../log.ts'
import { openPeriodicJob } from '../jobs/periodic-job.ts'
import { listTables, readOn, type Place } from './table-walk.ts'
import type { Db } from './schema.ts'
import { messageOf } from '../error-details.ts'

const STEP_MS = 2
const PAUSE_MS = 100
const FIRST_AFTER_MS = 10_000
const AGAIN_AFTER_MS = 7 * 86_400_000
const ROWS_AT_FIRST = 100
const ROWS = { min: 10, max: 5000 }
const STEPS_BETWEEN_NOTES = 100

interface Progress {
  readonly place: Place | undefined
  /** Milliseconds since 1970. */
  readonly finishedAt: number | undefined
}

export interface FileCheck {
  step(): Promise<boolean>
  start(): void
  close(): Promise<void>
}

interface Options {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
  readonly progressFile: string
  readonly isDamaged: () => boolean
}

/**
 * Reads the whole file once a week, to find a damaged page before its rows are needed. Finds invalid structure (torn,
 * zeroed, overwritten, lost pages), not changed values: SQLite keeps no checksums. Skips indexes and unused pages.
 */
export function openFileCheck({ db, log, now, progressFile, isDamaged }: Options): FileCheck {
  let { place, finishedAt }: Progress = readProgress(progressFile)
  let tables: Awaited<ReturnType<typeof listTables>> | undefined
  let rows = ROWS_AT_FIRST
  let steps = 0
  let goesOn = false

  async function step(): Promise<boolean> {
    if (isDamaged()) return false
    tables ??= await listTables(db)
    const from = place
    const current = tables.find(({ table }) => from === undefined || table >= from.table)
    if (!current) return finish()
    const began = performance.now()
    // A table whose key has changed meanwhile is read from its start.
    const after = current.table === from?.table && from.after.length === current.key.length ? from.after : []
    const reached = await readOn(db, current, after, rows)
    rows = moreOrLess(rows, performance.now() - began)
    const next = tables[tables.indexOf(current) + 1]
    if (!reached && !next) return finish()
    place = reached ? { table: current.table, after: reached } : { table: next?.table ?? '', after: [] }
    if (++steps % STEPS_BETWEEN_NOTES === 0) note()
    return true
  }

  function finish(): boolean {
    place = undefined
    tables = undefined
    finishedAt = now()
    note()
    log.info({ event: 'database.checked' })
    return false
  }

  function note(): void {
    writeFileSync(progressFile, JSON.stringify({ place, finishedAt } satisfies Progress), { mode: 0o600 })
  }

  function isDue(): boolean {
    return (
      !isDamaged() &&
      (place !== undefined || finishedAt === undefined || Math.abs(now() - finishedAt) >= AGAIN_AFTER_MS)
    )
  }

  const job = openPeriodicJob(
    async () => {
      goesOn = true
      goesOn = await step()
    },
    {
      everyMs: () => (goesOn && !isDamaged() ? PAUSE_MS : FIRST_AFTER_MS),
      isDue,
      // onCorruption reports damage; a step that failed for another reason is repeated.
      onError: (error) => log.warn({ event: 'database.check-failed', reason: messageOf(error) }),
    },
  )

  return {
    step,
    start: job.start,
    async close() {
      await job.close()
      if (place) note()
    },
  }
}

function moreOrLess(rows: number, tookMs: number): number {
  if (tookMs > STEP_MS) return Math.max(Math.floor(rows / 2), ROWS.min)
  return tookMs < STEP_MS / 2 ? Math.min(rows * 2, ROWS.max) : rows
}

function readProgress(file: string): Progress {
  try {
    // Written by this check; parts may be missing after an upgrade.
    const { place, finishedAt } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Progress>
    return { place, finishedAt }
  } catch {
    rmSync(file, { force: true })
    return { place: undefined, finishedAt: undefined }
  }
}
