import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PATIENT, TEST_ALL } from '../../../testing/test-run.ts'
import { CLUSTER, findWrong, ownersIn, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const KILLS = TEST_ALL ? 40 : 8
const BETWEEN_KILLS_MS = 2500
const PAUSED_MS = 60_000

test.skipIf(!CLUSTER)('a worker that is killed every 2.5 s loses and doubles nothing', async () => {
  const greenhouse = await startGreenhouse()
  const { cluster } = greenhouse
  const load = await startLoad(greenhouse)
  for (let count = 0; count < KILLS; count++) {
    await wait(BETWEEN_KILLS_MS)
    const worker = cluster.node(`worker-${(count % 2) + 1}`)
    await worker.kill()
    await worker.start()
  }
  await untilAcknowledged(load, 500)
  await load.stop()
  expect(await findWrong(greenhouse)).toEqual([])
})

test.skipIf(!CLUSTER)(
  'a worker suspended for a minute finds its partitions taken, and its late commits are refused',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)
    const sleeping = cluster.node('worker-1')
    await expect.poll(() => ownersIn(cluster), PATIENT).toEqual(['worker-1', 'worker-2'])
    sleeping.signal('SIGSTOP')
    await expect.poll(() => ownersIn(cluster), PATIENT).toEqual(['worker-2'])
    await wait(PAUSED_MS)
    sleeping.signal('SIGCONT')
    await untilAcknowledged(load, 2000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
    const code = await sleeping.stop()
    expect([code, code === 0 ? '' : sleeping.errors()]).toEqual([0, ''])
  },
)
