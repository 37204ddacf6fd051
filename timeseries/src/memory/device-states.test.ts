import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openTestSqlite } from '../../../server/test/databases.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openParts } from '../engine/parts.ts'

const DEVICES = 20_000
const KILOBYTE = 1024

/** Returns the bytes of all that is in use. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

test('uses less than a kilobyte of memory for a device, without its waiting values', async () => {
  const { db } = await openTestSqlite()
  const engine = await openParts({ db, log: openDatabaseLog(db), now: () => 0, onError: () => {} })
  const before = usedBytes()
  for (let round = 0; round < 3; round++)
    for (let first = 1; first <= DEVICES; first += 1000)
      await engine.appender.append(
        Array.from({ length: 1000 }, (_, index) => ({
          deviceKey: first + index,
          at: round * 60_000 + index,
          slots: [0, 3, 5, 7],
          values: [20.5 + round, 60, 1013.2, 412],
        })),
      )
  expect(engine.states.size).toBe(DEVICES)
  expect((usedBytes() - before) / DEVICES).toBeLessThan(KILOBYTE)
})
