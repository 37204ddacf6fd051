import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openTimeSeries } from '../engine/timeseries.ts'

const DEVICE = 7

describe.each(databases)('erasing on %s', (_name, open) => {
  test('erases a device during the erasure of its slot, and counts nothing twice', async () => {
    const { db } = await open()
    const fail = (error: unknown) => {
      throw error
    }
    const series = await openTimeSeries({ db, log: openDatabaseLog(db), now: () => 0, onError: fail })
    await series.append([
      { deviceKey: DEVICE, at: 1, slots: [0, 2], values: [20, 50] },
      { deviceKey: DEVICE, at: 2, slots: [0, 2], values: [21, 51] },
    ])
    await series.compact()
    await series.eraseSlot(DEVICE, 2)
    await series.erase(DEVICE)
    await series.compact()
    expect(await db.selectFrom('erasing').selectAll().execute()).toStrictEqual([])
    expect((await series.usage([DEVICE])).get(DEVICE)).toStrictEqual({ bytes: 0, values: 0 })
    await series.close()
  })
})
