import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Cluster } from '../../../testing/cluster.ts'
import { seededRandom } from '../../../testing/random.ts'
import { PATIENT, seeds } from '../../../testing/test-run.ts'
import { startBoards } from './board-load.ts'
import { CLUSTER, findWrong, startGreenhouse, untilAcknowledged } from './greenhouse.ts'

const FAULTS_IN_A_ROW = 6

/** Milliseconds of 1 to 5 s, and a choice of one of several. */
interface Chance {
  pause(): number
  among<Choice>(choices: readonly Choice[]): Choice
}

/** What happens to PostgreSQL and NATS. Each ends with both of them there. */
const FAULTS: Readonly<Record<string, (cluster: Cluster, chance: Chance) => Promise<unknown>>> = {
  async 'PostgreSQL away'({ postgres }, { pause }) {
    await postgres?.stop('fast')
    await wait(pause())
    await postgres?.start()
  },
  async 'PostgreSQL crashes'({ postgres }) {
    await postgres?.crash()
    await postgres?.start()
  },
  async 'PostgreSQL paused'({ postgres }, { pause }) {
    postgres?.pause()
    await wait(pause())
    postgres?.resume()
  },
  async 'PostgreSQL slow'({ postgres }, { pause }) {
    const until = performance.now() + pause()
    while (performance.now() < until) {
      postgres?.pause()
      await wait(200)
      postgres?.resume()
      await wait(50)
    }
  },
  async 'NATS server killed'({ nats }, { pause, among }) {
    const server = among(nats?.servers ?? [])
    await server.kill()
    await wait(pause())
    await server.start()
  },
  async 'NATS server paused'({ nats }, { pause, among }) {
    const server = among(nats?.servers ?? [])
    server.signal('SIGSTOP')
    await wait(pause())
    server.signal('SIGCONT')
  },
  async 'NATS away'({ nats }, { pause }) {
    await Promise.all((nats?.servers ?? []).map((server) => server.kill()))
    await wait(pause())
    await Promise.all((nats?.servers ?? []).map((server) => server.start()))
  },
}

/** Partitions whose rules are not evaluated up to the end of the log, as the workers say. */
async function unevaluated(cluster: Cluster): Promise<string[]> {
  const workers = cluster.nodes.filter(({ roles }) => roles.includes('worker'))
  const texts = workers.map(async ({ url }) => {
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: cluster.metricsToken } })
    return reply.text()
  })
  const lines = (await Promise.all(texts)).join('\n').split('\n')
  return lines.filter((line) => /^log_behind_rows\{.*stage="evaluated".*\} [^0]/.test(line))
}

test.skipIf(!CLUSTER).each(seeds(1))(
  'rules are evaluated on everything after random faults of PostgreSQL and NATS, seed %i',
  async (seed) => {
    const random = seededRandom(seed)
    const among = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)]!
    const chance: Chance = { pause: () => 1000 + random() * 4000, among }
    const greenhouse = await startGreenhouse()
    const { cluster, devices } = greenhouse
    const load = startBoards(cluster.mqttPort, devices, 60)
    await untilAcknowledged(load, 500)
    const happened: string[] = []
    for (let count = 0; count < FAULTS_IN_A_ROW; count++) {
      const name = among(Object.keys(FAULTS))
      happened.push(name)
      await FAULTS[name]?.(cluster, chance)
      await wait(chance.pause())
    }
    await untilAcknowledged(load, 500)
    await load.stop()
    await expect.poll(() => unevaluated(cluster), { ...PATIENT, message: happened.join(', ') }).toEqual([])
    expect(await findWrong(greenhouse, load), happened.join(', ')).toEqual([])
  },
)
