import { expect, describe, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { openLog } from '../log.ts'
import { openSharedClock } from './shared-clock.ts'

const HOUR_MS = 3_600_000

describe.each(databases)('the shared clock on %s', (_name, open) => {
  test.each([-HOUR_MS, 0, HOUR_MS])(
    'shows the time of the database when that of the machine differs by %i ms',
    async (by) => {
      const { db } = await open()
      const wall = () => Date.now() + by
      const before = Date.now()
      const clock = await openSharedClock({ db, log: openLog('silent'), now: wall, wall })
      const time = clock.now()
      // The accuracy is limited by the duration of the measurement.
      const tookMs = Date.now() - before
      expect(time).toBeGreaterThanOrEqual(before - tookMs - 1000)
      expect(time).toBeLessThanOrEqual(before + 2 * tookMs + 1000)
    },
  )
})
