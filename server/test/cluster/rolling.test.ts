import { setTimeout as wait } from 'node:timers/promises'
import { plantRoutes, readingRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { trySendReadings } from '../../../testing/boards.ts'
import { addDevice } from '../../../testing/growers.ts'
import {
  CLUSTER,
  findWrong,
  expectWaits,
  startGreenhouse,
  startLoad,
  untilAcknowledged,
  type Greenhouse,
} from './greenhouse.ts'

const BOARD_WAITS_AT_MOST_MS = 2000

test.skipIf(!CLUSTER)(
  'a restart of every node in turn fails no request, loses nothing, and in `npm run test:all` delays no board for more than 2 s',
  async () => {
    const greenhouse = await startGreenhouse()
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)
    const requests = await startRequests(greenhouse)
    load.longestWait()
    const waits: Array<[string, number]> = []
    for (const node of cluster.nodes) {
      // It is not ready at once, and serves until the proxy has seen that.
      expect(await node.stop()).toBe(0)
      await node.start()
      await cluster.proxy.untilUp([node.name])
      waits.push([node.name, load.longestWait()])
    }
    expectWaits(waits, BOARD_WAITS_AT_MOST_MS)
    const { failed, answered } = await requests.stop()
    expect(failed).toEqual([])
    expect(answered).toBeGreaterThan(500)
    await load.stop()
    expect(await findWrong(greenhouse)).toEqual([])
  },
)

/** Reads, changes and sends over HTTP without a pause, and lists unexpected replies. */
async function startRequests({ cluster, people }: Greenhouse) {
  const ann = people[0]!.grower
  const device = await addDevice(ann, 'Over HTTP')
  const failed: string[] = []
  const stopping = new AbortController()
  let [answered, sent] = [0, 0]
  const since = Date.now() - 86_400_000
  const plant = { plantType: 'Citrus', plantNotes: '', waterEvery: 7, planted: '2026-01-01T00:00:00Z' }
  const kinds: Record<string, () => Promise<unknown>> = {
    read: () => ann.call(readingRoutes.newest),
    list: () => ann.call(plantRoutes.list),
    async change() {
      const { plantId } = await ann.call(plantRoutes.create, { body: { ...plant, plantName: 'Moss' } })
      await ann.call(plantRoutes.markDead, { query: { plantId } })
    },
    async send() {
      const reading = { temperature: 20, time: new Date(since + sent++ * 1000).toISOString() }
      const { status, body } = await trySendReadings(cluster.url, device, reading)
      expect([status, body]).toEqual([200, { stored: 1, duplicates: 0, refused: [] }])
    },
  }
  const runs = Object.entries(kinds).map(async ([kind, ask]) => {
    while (!stopping.signal.aborted) {
      try {
        await ask()
        answered++
      } catch (error) {
        failed.push(`${kind}: ${(error as Error).message}`)
      }
      await wait(kind === 'change' ? 200 : 20)
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(runs)
      return { failed, answered }
    },
  }
}
