import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { SeriesHistory } from '../../test/series-history.ts'
import { seeds } from '../../../testing/test-run.ts'

// Seen to fail with each of these faults: a continued step that takes newer rows; a device that is passed while little of it
// is left; a marker without its part; newest values raised by a failed commit; a state kept after a failed transaction; a
// summary without the new part; stale times of the memtable; stale times of chunks; an erasure that spares the log; an erased
// slot that is compacted; new values in place of those of a chunk; rows purged before they are compacted.
describe.each(databases)('the time series engine on %s', (name, open) => {
  const [histories, steps] = name === 'SQLite' ? [4, 100] : [1, 40]

  test.each([
    ['in any order, with repetitions and late values', { fault: 0, restart: 0, erase: 0 }],
    ['with restarts and removals', { fault: 0, restart: 0.05, erase: 0.06 }],
    ['with failing transactions, restarts and removals', { fault: 0.25, restart: 0.05, erase: 0.06 }],
    ['with damaged chunks, restarts and removals', { fault: 0.1, restart: 0.05, erase: 0.04, damage: 0.08 }],
  ])('answers as a naive model does: %s', async (_kind, chances) => {
    for (const seed of seeds(histories))
      expect(await new SeriesHistory(await open(), seed, chances).run(steps), `seed ${seed}`).toEqual([])
  })
})
