import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Cluster } from '../../../testing/cluster.ts'
import { runPsql } from '../../../testing/postgres-server.ts'
import { seededRandom } from '../../../testing/random.ts'
import { seeds } from '../../../testing/test-run.ts'
import { CLUSTER, findWrong, startGreenhouse, startLoad, untilAcknowledged } from './greenhouse.ts'

const FAULTS_IN_A_ROW = 6
const PARTITIONS = 16
const FILE = 'server/test/cluster/random-faults.test.ts'

/** Milliseconds of 1 to 5 s, and a choice of one of several. */
interface Chance {
  pause(): number
  among<Choice>(choices: readonly Choice[]): Choice
}

function chanceOf(seed: number): Chance {
  const random = seededRandom(seed)
  return {
    pause: () => 1000 + random() * 4000,
    among: (choices) => choices[Math.floor(random() * choices.length)]!,
  }
}

/** Faults of PostgreSQL and NATS. Each ends with both running again. */
const FAULTS: Readonly<Record<string, (cluster: Cluster, chance: Chance) => Promise<unknown>>> = {
  async 'PostgreSQL unavailable'({ postgres }, { pause }) {
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
  async 'NATS unavailable'({ nats }, { pause }) {
    await Promise.all((nats?.servers ?? []).map((server) => server.kill()))
    await wait(pause())
    await Promise.all((nats?.servers ?? []).map((server) => server.start()))
  },
}

/** Time within which rules of every partition are evaluated up to the end of its log. */
const EVALUATED = { timeout: 30_000, interval: 250 }

interface Streams {
  readonly account_details?: ReadonlyArray<{
    readonly stream_detail?: ReadonlyArray<{ readonly name: string; readonly state: { readonly last_seq: number } }>
  }>
}

/** Returns partitions whose stored position is before the end of their log, and all of them before any server answers. */
async function unevaluated({ databaseUrl, nats }: Cluster): Promise<string[]> {
  const heads = new Map<number, number>()
  for (const { monitorUrl } of nats?.servers ?? []) {
    const { account_details: accounts = [] } = (await (await fetch(`${monitorUrl}/jsz?streams=1`)).json()) as Streams
    for (const { name, state } of accounts.flatMap(({ stream_detail: streams = [] }) => streams)) {
      const partition = Number(/readings-(\d+)$/.exec(name)?.[1])
      heads.set(partition, Math.max(state.last_seq, heads.get(partition) ?? 0))
    }
  }
  const stored = new Map(
    runPsql(databaseUrl, 'select partition, seq from alert_position')
      .trim()
      .split('\n')
      .map((line) => line.split('|').map(Number) as [number, number]),
  )
  return Array.from({ length: PARTITIONS }, (_, partition) => partition)
    .filter((partition) => !((stored.get(partition) ?? 0) >= (heads.get(partition) ?? Infinity)))
    .map((partition) => `${partition}: ${stored.get(partition)} of ${heads.get(partition)}`)
}

test.skipIf(!CLUSTER).each(seeds(1))(
  'evaluates rules on every reading after random faults of PostgreSQL and NATS, seed %i',
  async (seed) => {
    const chance = chanceOf(seed)
    const greenhouse = await startGreenhouse({ partitions: PARTITIONS })
    const { cluster } = greenhouse
    const load = await startLoad(greenhouse)
    await untilAcknowledged(load, 500)
    const happened: string[] = []
    for (let count = 0; count < FAULTS_IN_A_ROW; count++) {
      const name = chance.among(Object.keys(FAULTS))
      happened.push(name)
      await FAULTS[name]?.(cluster, chance)
      await wait(chance.pause())
    }
    const message = `${happened.join(', ')}. Again: TEST_SEED=${seed} npm run test:cluster -- --project cluster ${FILE}`
    await untilAcknowledged(load, 500)
    await load.stop()
    await expect.poll(() => unevaluated(cluster), { ...EVALUATED, message }).toEqual([])
    expect((await findWrong(greenhouse)).map((wrong) => `${wrong}, after ${message}`)).toEqual([])
  },
)
