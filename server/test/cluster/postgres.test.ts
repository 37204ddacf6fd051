import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TEST_ALL } from '../../../testing/test-run.ts'
import { CLUSTER, EVERY_MS, findWrong, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const CRASHED_MS = 30_000
const AWAY_MS = TEST_ALL ? 600_000 : 120_000
/** PostgreSQL crashes again so long after it is back: its workers take partitions over then. */
const BACK_MS = 4000

test.skipIf(!CLUSTER)('PostgreSQL crashes under load and is back after 30 s: nothing is lost or doubled', async () => {
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
  'boards that are known send on while PostgreSQL is away, and all of it is in the history afterwards',
  async () => {
    // Twice in the time that PostgreSQL is away: more messages would be sent as a list.
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
  'PostgreSQL is away, comes back and crashes while partitions are taken over: every rule is evaluated again',
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
