import { expect, onTestFinished } from 'vitest'
import { missingPackages, startCluster, type Cluster, type ClusterOptions } from '../../../testing/cluster.ts'
import { startBoards, untilAcknowledged, type Board, type BoardLoad } from '../../../testing/load/boards.ts'
import { settlePeople, type Person } from '../../../testing/load/people.ts'
import { readBack, readUntilSettled } from '../../../testing/load/read-back.ts'
import { startWebhooks, type Received } from '../../../testing/load/webhooks.ts'
import { runPsql } from '../../../testing/postgres-server.ts'
import { TEST_ALL } from '../../../testing/test-run.ts'

export { untilAcknowledged }

/** Whether a cluster can be run here. */
export const CLUSTER = missingPackages().length === 0

const BOARDS = 60
/** Between two readings of a board: all of them send 150 readings a second. */
export const EVERY_MS = 400

/** A cluster in which people have boards, each with a limit, and some a webhook. */
export interface Greenhouse {
  readonly cluster: Cluster
  readonly people: readonly Person[]
  readonly boards: readonly Board[]
  /** Messages that arrived at the webhooks. */
  readonly received: readonly Received[]
}

interface GreenhouseOptions extends ClusterOptions {
  /** After how many readings a board with a webhook crosses its limit: it gets five messages a minute one by one. */
  readonly webhookEvery?: number
}

export async function startGreenhouse({ webhookEvery = 75, ...options }: GreenhouseOptions = {}): Promise<Greenhouse> {
  const webhooks = await startWebhooks()
  onTestFinished(webhooks.close)
  const cluster = await startCluster({
    ...options,
    env: {
      ALLOWED_TARGETS: webhooks.host,
      REGISTRATIONS_PER_DAY: '0',
      SESSION_WRITES_PER_MINUTE: '0',
      ...options.env,
    },
  })
  onTestFinished(cluster.close)
  const people = await settlePeople({ url: cluster.url, boards: BOARDS, receiver: webhooks.host, webhookEvery })
  return { cluster, people, boards: people.flatMap(({ boards }) => boards), received: webhooks.received }
}

/** Sends readings of all boards until the test ends. */
export async function startLoad({ cluster, boards }: Greenhouse, chosen = boards): Promise<BoardLoad> {
  const load = await startBoards(cluster, chosen, EVERY_MS)
  onTestFinished(load.close)
  return load
}

/**
 * Prints the longest waits of boards. In `npm run test:all`, which has a machine of its own, fails when one is longer than
 * `limitMs`.
 */
export function expectWaits(waits: ReadonlyArray<readonly [string, number]>, limitMs: number): void {
  for (const [when, ms] of waits) console.log(`${when}: boards waited ${Math.round(ms)} ms at most`)
  if (TEST_ALL) expect(waits.filter(([, ms]) => ms >= limitMs)).toEqual([])
}

/**
 * Returns what is wrong once every process has caught up. Each web node shows every acknowledged reading once, with its values,
 * and none that was never sent; each crossing of the limit is one episode; and webhooks got one message when it opened and one
 * when it closed.
 */
export async function findWrong({ cluster, people, received }: Greenhouse): Promise<readonly string[]> {
  const webs = cluster.nodes.filter(({ roles }) => roles === 'web')
  const { wrong, details } = await readUntilSettled(() => readBack({ webs, people, pages: [], received }))
  if (wrong === 0) return []
  for (const node of cluster.nodes) console.log(`${node.name} wrote:\n${node.errors()}`)
  return [`${wrong} wrong`, ...details]
}

/** Returns the nodes that hold the partitions now, as the database has it. */
export function ownersIn({ databaseUrl }: Cluster): string[] {
  const names = runPsql(
    databaseUrl,
    `select distinct split_part(holder, ' ', 1) as node from lease where name like 'partition:%' order by node`,
  )
  return names.trim().split('\n')
}
