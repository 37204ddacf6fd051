import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TEST_ALL } from '../../../testing/test-run.ts'
import { CLUSTER, EVERY_MS, findWrong, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const CRASHED_MS = 30_000
const AWAY_MS = TEST_ALL ? 600_000 : 120_000
/** PostgreSQL crashes again this long after its return, while its workers take over partitions. */
const BACK_MS = 4000

test.skipIf(!CLUSTER)('a crash of PostgreSQL for 30 s under load loses and doubles nothing', async () => {
  const greenhouse = await startGreenhouse()
  const { cluster } = greenhouse
  const load = await startLoad(greenhouse)
  await untilAcknowledged(load, 500)
  await cluster.postgres?.stop('immediate')
  await wait(CRASHED_MS)
  await cluster.postgres?.start()
  await untilAcknowledged(load, 2000)
  await load.stop()
  expect(await findWrong(greenhouse)).toEqual([])
})

test.skipIf(!CLUSTER)(
  'a known board keeps sending during a PostgreSQL outage, and all of it is in the history afterwards',
  async () => {
    // Twice during the outage: more messages would be sent as a list.
    const greenhouse = await startGreenhouse({ webhookEvery: AWAY_MS / EVERY_MS / 2 })
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)
    await cluster.postgres?.stop('fast')
    const before = load.boards.map(({ acknowledged }) => acknowledged.size)
    await wait(AWAY_MS)
    const [least = 0] = load.boards
      .map(({ acknowledged }, index) => acknowledged.size - (before[index] ?? 0))
      .toSorted((a, b) => a - b)
    // Every board, not most of them: at least one reading in two seconds.
    expect(least).toBeGreaterThan(AWAY_MS / 2000)
    await cluster.postgres?.start()
    await untilAcknowledged(load, 2000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)

test.skipIf(!CLUSTER)(
  'every rule is evaluated again after PostgreSQL crashes during the takeover of partitions',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)
    await cluster.postgres?.stop('fast')
    await wait(CRASHED_MS)
    await cluster.postgres?.start()
    await wait(BACK_MS)
    await cluster.postgres?.crash()
    await cluster.postgres?.start()
    await untilAcknowledged(load, 1000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)
