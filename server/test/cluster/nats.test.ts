import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Cluster } from '../../../testing/cluster.ts'
import type { NatsServer } from '../../../testing/nats-server.ts'
import { startBoards } from './board-load.ts'
import { CLUSTER, findWrong, startGreenhouse, untilAcknowledged } from './greenhouse.ts'

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

/** Returns the server that leads the group of all streams. */
async function leaderOf({ nats }: Cluster): Promise<NatsServer> {
  const servers = nats?.servers ?? []
  const find = async () => {
    for (const { monitorUrl } of servers) {
      const answer = await fetch(`${monitorUrl}/jsz`).catch(() => undefined)
      const { meta_cluster: cluster } = ((await answer?.json()) ?? {}) as { meta_cluster?: { leader?: string } }
      const leader = servers.find(({ name }) => name === cluster?.leader)
      if (leader) return leader
    }
    return undefined
  }
  // They may be choosing one.
  return vi.waitUntil(find, { timeout: 60_000, interval: 500 })
}
