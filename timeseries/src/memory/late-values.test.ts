import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import type { Tables } from '../base/tables.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openTimeSeries, type TimeSeries } from '../engine/timeseries.ts'
import { Outcome } from '../base/types.ts'

const DEVICE = 7
const SLOTS = [0, 2]
const GROUP = 5
const GROUPS = 20
const LIMITS = { chunkValues: 60, openValues: 20, openShare: 4, chunkParts: 4, partValues: 10 }

async function openSeries(db: Kysely<Tables>): Promise<TimeSeries> {
  const fail = (error: unknown) => {
    throw error
  }
  return openTimeSeries({ db, log: openDatabaseLog(db), now: () => 0, onError: fail, limits: LIMITS })
}

/** Appends groups in order of time from 1 on, and compacts after each. */
async function fill(series: TimeSeries, onGroup: (outcomes: ReadonlySet<number>) => void = () => {}): Promise<void> {
  for (let group = 0; group < GROUPS; group++) {
    const entryAt = (at: number) => ({ deviceKey: DEVICE, at, slots: SLOTS, values: [at, 50] })
    const entries = Array.from({ length: GROUP }, (_, index) => entryAt(1 + group * GROUP + index))
    onGroup(new Set((await series.append(entries)).outcomes))
    await series.compact()
  }
}

/** Returns a database that counts the queries which look for the chunk of a time. */
function countingLookups(db: Kysely<Tables>): { db: Kysely<Tables>; lookups: () => number } {
  let lookups = 0
  const counting = Object.create(db) as Kysely<Tables>
  counting.transaction = () => db.transaction()
  counting.connection = () => db.connection()
  counting.getExecutor = () => db.getExecutor()
  counting.executeQuery = (query) => {
    if ('sql' in query && /from chunk where/.test(query.sql)) lookups++
    return db.executeQuery(query)
  }
  return { db: counting, lookups: () => lookups }
}

describe.each(databases)('a backfill on %s', (_name, open) => {
  test('looks up chunks for the first values of a backfill only', async () => {
    const { db, lookups } = countingLookups((await open()).db)
    const series = await openSeries(db)
    await series.append([{ deviceKey: DEVICE, at: 100_000, slots: SLOTS, values: [1, 1] }])
    await series.compact()
    const counts: number[] = []
    await fill(series, (outcomes) => {
      expect(outcomes).toEqual(new Set([Outcome.LATE]))
      counts.push(lookups())
    })
    await series.close()
    expect(counts.at(-1)).toBe(counts[0])
    expect(counts[0]).toBeGreaterThan(0)
  })

  test('fills chunks by a backfill as values in order do', async () => {
    const chunks: number[] = []
    for (const isLate of [false, true]) {
      const { db } = await open()
      const series = await openSeries(db)
      if (isLate) await series.append([{ deviceKey: DEVICE, at: 100_000, slots: SLOTS, values: [1, 1] }])
      await fill(series)
      await series.close()
      chunks.push((await db.selectFrom('chunk').select('n').execute()).length)
    }
    const [inOrder = 0, backfilled = 0] = chunks
    // The newer values have one of their own.
    expect(backfilled).toBe(inOrder + 1)
  })
})
