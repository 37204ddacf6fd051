import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startBoards } from './board-load.ts'
import { CLUSTER, findWrong, leaderOf, startGreenhouse, untilAcknowledged } from './greenhouse.ts'

const PAUSED_MS = 20_000

test.skipIf(!CLUSTER)(
  'the server of NATS that leads is killed, and later paused: nothing is lost or doubled',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster, devices } = greenhouse
    const load = startBoards(cluster.mqttPort, devices, 60)
    await untilAcknowledged(load, 500)
    const killed = await leaderOf(cluster)
    await killed.kill()
    await untilAcknowledged(load, 2000)
    await killed.start()
    await untilAcknowledged(load, 500)

    const paused = await leaderOf(cluster)
    paused.signal('SIGSTOP')
    await wait(PAUSED_MS)
    await untilAcknowledged(load, 2000)
    paused.signal('SIGCONT')
    await untilAcknowledged(load, 500)
    await load.stop()
    expect(await findWrong(greenhouse, load)).toEqual([])
  },
)
