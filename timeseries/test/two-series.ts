import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/base/database.ts'
import { openDatabaseLog } from '../src/stores/database-log-store.ts'
import { openTimeSeries, type TimeSeries, type TimeSeriesOptions } from '../src/engine/timeseries.ts'
import type { Entry } from '../src/base/types.ts'
import { TINY } from './series-history.ts'

/** Opens the series of a process that shares the log in a database with others. It ends with the test. */
export async function openShared(
  db: Database,
  options: Partial<TimeSeriesOptions> = {},
): Promise<TimeSeries & { readonly errors: unknown[] }> {
  const errors: unknown[] = []
  const series = await openTimeSeries({
    db,
    log: openDatabaseLog(db),
    now: () => 0,
    onError: (error) => errors.push(error),
    limits: TINY,
    shared: true,
    ...options,
  })
  onTestFinished(() => series.close())
  return { ...series, errors }
}

/** One value of slot 0 at a second. */
export function entry(deviceKey: number, second: number, value = second): Entry {
  return { deviceKey, at: second * 1000, slots: [0], values: [value] }
}

/** Returns the seconds and values of slot 0 of a device. */
export async function read(series: TimeSeries, deviceKey: number): Promise<Array<readonly [number, number]>> {
  const found: Array<readonly [number, number]> = []
  for await (const columns of series.raw(deviceKey, [0], { from: 0, to: 1e12 }))
    for (const { at, values } of columns) at.forEach((time, index) => found.push([time / 1000, values[index]!]))
  return found
}

/** A database that can become unavailable for a time. */
export function leavingDatabase<Schema>(db: Kysely<Schema>): {
  readonly db: Kysely<Schema>
  isUnavailable: boolean
  asked: number
} {
  const check = () => {
    leaving.asked++
    if (leaving.isUnavailable) throw Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' })
  }
  const leaving = {
    isUnavailable: false,
    /** How many statements and transactions it was asked for. */
    asked: 0,
    db: Object.assign(db.withPlugin(asking(check)), {
      async executeQuery(query: CompiledQuery) {
        check()
        return db.executeQuery(query)
      },
      transaction() {
        check()
        return db.transaction()
      },
      connection() {
        check()
        return db.connection()
      },
    }) as unknown as Kysely<Schema>,
  }
  return leaving
}

/** Asks before each statement of the query builder. */
function asking(check: () => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      check()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
