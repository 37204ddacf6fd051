import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { leaderOf } from '../../../testing/nats-state.ts'
import { PATIENT } from '../../../testing/test-run.ts'
import { CLUSTER, findWrong, ownersIn, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const AWAY_MS = 20_000

test.skipIf(!CLUSTER)(
  'a cluster whose workers, gateway, leader of NATS and PostgreSQL fail in turn loses and doubles nothing',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)

    // It returns before another node owns its partitions, and then only after.
    for (const [name, other] of [['worker-1'], ['worker-2', 'worker-1'], ['worker-1', 'worker-2']] as const) {
      await expect.poll(() => ownersIn(cluster), PATIENT).toEqual(['worker-1', 'worker-2'])
      await untilAcknowledged(load, 100)
      const worker = cluster.node(name)
      await worker.kill()
      await untilAcknowledged(load, 100)
      if (other !== undefined) await expect.poll(() => ownersIn(cluster), PATIENT).toEqual([other])
      await worker.start()
    }

    const gateway = cluster.node('gateway-1')
    await gateway.kill()
    await untilAcknowledged(load, 500)
    await gateway.start()

    const leader = await leaderOf(cluster.nats!)
    await leader.kill()
    await untilAcknowledged(load, 500)
    await leader.start()
    // Each board is connected again: nobody is let in while PostgreSQL is down.
    const counts = () => load.boards.map(({ acknowledged }) => acknowledged.size)
    const since = counts()
    await expect.poll(() => counts().every((count, index) => count > (since[index] ?? 0)), PATIENT).toBe(true)

    await cluster.postgres?.stop('immediate')
    const before = counts()
    await wait(AWAY_MS)
    // Every known board keeps sending.
    const sentOn = load.boards.filter(({ acknowledged }, index) => acknowledged.size > (before[index] ?? 0))
    expect(sentOn).toHaveLength(load.boards.length)
    await cluster.postgres?.start()
    await untilAcknowledged(load, 500)

    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)
