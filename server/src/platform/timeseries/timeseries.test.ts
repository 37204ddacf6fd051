import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { databases } from '../../../test/databases.ts'
import { NaiveSeries } from '../../../test/naive-series.ts'
import { DEVICES, historyOf } from '../../../test/random-history.ts'
import { openDatabaseLog } from './database-log-store.ts'
import { openTimeSeries, type TimeSeries } from './timeseries.ts'

const TINY = { slabBytes: 300, segmentBytes: 2000, chunkValues: 60, openValues: 20, hotValues: 40, stepValues: 30 }

describe.each(databases)('the time series engine on %s', (_name, open) => {
  test('answers as a naive model does, whatever comes in which order, and after restarts', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { db } = await open()
      const random = seededRandom(seed)
      const nextGroup = historyOf(random)
      const model = new NaiveSeries()
      let series = await openTimeSeries({ db, log: openDatabaseLog(db), limits: TINY })
      for (let step = 0; step < 40; step++) {
        const group = nextGroup()
        const { outcomes } = await series.append(group)
        expect([...outcomes], `seed ${seed} step ${step}`).toEqual(model.append(group))
        if (random() < 0.1) {
          await series.close()
          series = await openTimeSeries({ db, log: openDatabaseLog(db), limits: TINY })
        }
      }
      await expectSame(series, model)
      await series.close()
    }
  })
})

/** Compares all that can be read. */
async function expectSame(series: TimeSeries, model: NaiveSeries): Promise<void> {
  const newest = await series.newest(DEVICES)
  for (const deviceKey of DEVICES) {
    const own = (newest.get(deviceKey) ?? []).toSorted((one, other) => one.slot - other.slot)
    expect(own).toEqual(model.newest(deviceKey))
    const slots = model.slots(deviceKey)
    const found = new Map<number, Array<readonly [number, number]>>(slots.map((slot) => [slot, []]))
    for await (const columns of series.raw(deviceKey, slots, { from: 0, to: 2 ** 48 }))
      for (const { slot, at, values } of columns)
        at.forEach((time, index) => found.get(slot)!.push([time, values[index]!]))
    for (const slot of slots) expect(found.get(slot)).toEqual(model.raw(deviceKey, slot, 0, 2 ** 48))
  }
}
