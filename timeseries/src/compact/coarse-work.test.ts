import { DAY_MS, HOUR_MS } from '../base/durations.ts'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openTimeSeries } from '../engine/timeseries.ts'

const LIMITS = { chunkValues: 20, openValues: 10, coarseChunks: 3 }

describe.each(databases)('coarse summaries on %s', (_name, open) => {
  test('counts a device without coarse summaries from its first long chart until they are stored', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const timeSeries = await openTimeSeries({ db, log, now: () => 0, onError: () => {}, limits: LIMITS })
    const entry = (index: number) => ({ deviceKey: 1, at: index * HOUR_MS, slots: [0], values: [index] })
    await timeSeries.append(Array.from({ length: 400 }, (_, index) => entry(index)))
    await timeSeries.compact()
    const chart = () => timeSeries.points(1, [0], { from: 0, to: 17 * DAY_MS, widthMs: DAY_MS })
    const missing = () => timeSeries.gauges().uncovered
    expect(missing()).toBe(0)
    const first = await chart()
    expect(missing()).toBe(1)
    await timeSeries.compact()
    expect(missing()).toBe(0)
    expect(await chart()).toEqual(first)
    expect(missing()).toBe(0)
    await timeSeries.close()
  })
})
