import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startAll } from '../../../testing/cluster.ts'
import { addDevice } from '../../../testing/growers.ts'
import { newBoard, type Board } from '../../../testing/load/boards.ts'
import { leaderOf } from '../../../testing/nats-state.ts'
import { PATIENT } from '../../../testing/test-run.ts'
import { openLog } from '../../src/platform/log.ts'
import { spreadLog } from '../../src/admin/spread-log.ts'
import { testConfig } from '../world.ts'
import { CLUSTER, findWrong, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const PAUSED_MS = 20_000
const TWO_AWAY_MS = 10_000
const PARTITIONS = 16

test.skipIf(!CLUSTER)('a leader of NATS that is killed, and later paused, loses and doubles nothing', async () => {
  const greenhouse = await startGreenhouse()
  const { cluster } = greenhouse
  const load = await startLoad(greenhouse)
  await untilAcknowledged(load, 500)
  const killed = await leaderOf(cluster.nats!)
  await killed.kill()
  await untilAcknowledged(load, 2000)
  await killed.start()
  await untilAcknowledged(load, 500)

  const paused = await leaderOf(cluster.nats!)
  paused.signal('SIGSTOP')
  await wait(PAUSED_MS)
  await untilAcknowledged(load, 2000)
  paused.signal('SIGCONT')
  await untilAcknowledged(load, 500)
  await load.stop()
  expect(await findWrong(greenhouse)).toEqual([])
})

test.skipIf(!CLUSTER)(
  'two of three servers of NATS are killed without loss or duplicates over MQTT 3.1.1, MQTT 5 and HTTP',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)
    const killed = cluster.nats!.servers.slice(0, 2)
    await Promise.all(killed.map((server) => server.kill()))
    await wait(TWO_AWAY_MS)
    await Promise.all(killed.map((server) => server.start()))
    await untilAcknowledged(load, 1000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)

test.skipIf(!CLUSTER)(
  'an empty NATS in place of the old one ends every node and prevents a start, and after the recovery nothing is lost or doubled',
  async () => {
    const greenhouse = await startGreenhouse({ nats: 1 })
    const { cluster } = greenhouse
    const { nodes, databaseUrl, natsUrl } = cluster
    // They have no rules: their readings are lost. One is in each partition.
    const lost: Board[] = []
    for (let index = 0; index < PARTITIONS; index++) {
      const device = await addDevice(greenhouse.people.at(-1)!.grower, `Barn ${index}`)
      lost.push(newBoard({ index, device, pattern: { first: 25, every: 25 } }))
    }
    const before = await startLoad(greenhouse, lost)
    await untilAcknowledged(before, 1000)
    await before.stop()
    await before.close()
    await cluster.nats!.servers[0]!.kill()
    cluster.nats!.servers[0]!.empty()
    await cluster.nats!.servers[0]!.start()
    for (const node of nodes) {
      const hasEnded = () =>
        fetch(`${node.url}/livez`)
          .then(() => false)
          .catch(() => true)
      await vi.waitFor(async () => expect([node.name, await hasEnded()]).toEqual([node.name, true]), PATIENT)
      expect(node.errors()).toContain('"event":"log.lost"')
      await node.kill()
      await expect(node.start()).rejects.toThrow('spread-log 16 --log-is-lost')
      await node.kill()
    }
    const config = testConfig({ databaseUrl, natsUrl })
    // It waits until the last heartbeats of the nodes are old.
    await vi.waitFor(() => spreadLog(String(PARTITIONS), config, openLog('silent'), '--log-is-lost'), PATIENT)
    await startAll(nodes)
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 1000)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)
