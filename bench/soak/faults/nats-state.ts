import { setTimeout as wait } from 'node:timers/promises'
import type { NatsServer, NatsServers } from '../../../testing/nats-server.ts'
import { PATIENT } from '../../../testing/test-run.ts'

interface Jsz {
  readonly meta_cluster?: { readonly leader?: string; readonly replicas?: readonly Replica[] }
  readonly account_details?: ReadonlyArray<{ readonly stream_detail?: readonly Stream[] }>
}
interface Stream {
  readonly cluster?: { readonly leader?: string; readonly replicas?: readonly Replica[] }
}
interface Replica {
  readonly current?: boolean
  readonly lag?: number
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
    const streams = states.flatMap((state, index) =>
      (state?.account_details ?? [])
        .flatMap(({ stream_detail: details = [] }) => details)
        .filter(({ cluster }) => cluster?.leader === servers[index]?.name),
    )
    const groups = [...states.flatMap((state) => (state?.meta_cluster?.replicas ? [state.meta_cluster] : [])), ...streams.map(({ cluster }) => cluster)]
    const isCurrent = (replicas: readonly Replica[] = []) =>
      replicas.length === servers.length - 1 && replicas.every(({ current, lag = 0 }) => current === true && lag === 0)
    return streams.length > 0 && groups.every((group) => isCurrent(group?.replicas)) ? true : undefined
  }, 'NATS does not catch up')
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
