import { setTimeout as wait } from 'node:timers/promises'
import type { NatsServer, NatsServers } from './nats-server.ts'
import { PATIENT } from './test-run.ts'

/** Appends in progress do not count as a lag. */
const LAG_MAX = 10

interface Jsz {
  readonly meta_cluster?: Group
  readonly account_details?: ReadonlyArray<{ readonly stream_detail?: ReadonlyArray<{ readonly cluster?: Group }> }>
}

/** Servers that replicate a stream, or the list of streams. */
interface Group {
  readonly leader?: string
  readonly replicas?: ReadonlyArray<{ readonly current?: boolean; readonly lag?: number }>
}

/** Returns the server that leads the group of all streams. */
export async function leaderOf({ servers }: NatsServers): Promise<NatsServer> {
  return until(async () => {
    for (const server of servers) {
      const leader = (await stateOf(server))?.meta_cluster?.leader
      const found = servers.find(({ name }) => name === leader)
      if (found) return found
    }
    return undefined
  }, 'NATS has no leader')
}

/** Resolves when each stream has all of its replicas, and none is behind. */
export async function untilCurrent({ servers }: NatsServers): Promise<void> {
  await until(async () => {
    const states = await Promise.all(servers.map(stateOf))
    // Only the leader of a group knows the state of its followers.
    const led = states.flatMap((state, index) =>
      groupsIn(state).filter(({ leader }) => leader === servers[index]?.name),
    )
    const expected = Math.max(...states.map((state) => groupsIn(state).length))
    const isCurrent = ({ replicas = [] }: Group) =>
      replicas.length === servers.length - 1 &&
      replicas.every(({ current, lag = 0 }) => current === true && lag < LAG_MAX)
    return led.length === expected && led.every(isCurrent) ? true : undefined
  }, 'NATS does not catch up')
}

function groupsIn({ meta_cluster: list, account_details: accounts = [] }: Jsz = {}): Group[] {
  const streams = accounts.flatMap(({ stream_detail: details = [] }) => details)
  return [list, ...streams.map(({ cluster }) => cluster)].filter((group) => group !== undefined)
}

async function stateOf({ monitorUrl }: NatsServer): Promise<Jsz | undefined> {
  const reply = await fetch(`${monitorUrl}/jsz?accounts=1&streams=1`).catch(() => undefined)
  return (await reply?.json().catch(() => undefined)) as Jsz | undefined
}

async function until<T>(find: () => Promise<T | undefined>, failure: string): Promise<T> {
  const end = performance.now() + 2 * PATIENT.timeout
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(failure)
    await wait(200)
  }
}
