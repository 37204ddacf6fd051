import { expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openTimeSeries } from './timeseries.ts'

const HOT_VALUES = 40
const GROUP = 10
const GROUPS = 200

test.each(databases)('compacts a device that sends without a pause on %s', async (_name, open) => {
  const { db } = await open()
  const fail = (error: unknown) => {
    throw error
  }
  const limits = { hotValues: HOT_VALUES, stepValues: 30, stepMs: 0 }
  const series = await openTimeSeries({ db, log: openDatabaseLog(db), now: () => 0, onError: fail, limits })
  let waiting = 0
  for (let group = 0; group < GROUPS; group++) {
    const entryAt = (at: number) => ({ deviceKey: 1, at, slots: [0], values: [at] })
    await series.append(Array.from({ length: GROUP }, (_, index) => entryAt(group * GROUP + index)))
    waiting = Math.max(waiting, series.gauges().waitingValues)
  }
  await series.close()
  expect(waiting).toBeLessThanOrEqual(HOT_VALUES + GROUP)
})
