import { connect, type NatsConnection } from '@nats-io/transport-node'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { NatsUnreachable } from './nats-unreachable.ts'

/** How long the first connection is tried: NATS may start together with this process. */
const TRIED_MS = 30_000
const PAUSE_MS = 500
/** Unanswered pings in a row after which another server is used. */
const PING_EVERY_MS = 2000
const PINGS_MISSED = 2
/** Older ones were seen to lose, or to mix up, what they had acknowledged: docs/scaling.md. */
const OLDEST_SERVER = [2, 12, 3]

interface Options {
  /** Comma-separated addresses, as in NATS_URL; the first may have user and password, or a token. */
  readonly url: string
  readonly nodeId: string
  readonly log: Log
}

/**
 * Connects to NATS, and from then on connects again for ever, with any of the servers.
 *
 * @throws NatsUnreachable when none of them is reached within half a minute
 */
export async function connectNats({ url, nodeId, log }: Options): Promise<NatsConnection> {
  const until = performance.now() + TRIED_MS
  const addresses = url.split(',').map((address) => new URL(address))
  while (true) {
    try {
      const connection = await connect({
        ...credentialsIn(addresses),
        servers: addresses.map(({ host }) => host),
        ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
        name: `greenhouse ${nodeId}`,
        noEcho: true,
        maxReconnectAttempts: -1,
        // A server that has much to do says that the sign-in took too long. The client would give up the second time.
        ignoreAuthErrorAbort: true,
        reconnectTimeWait: PAUSE_MS,
        pingInterval: PING_EVERY_MS,
        maxPingOut: PINGS_MISSED,
      })
      warnOfOldServer(connection, log)
      void report(connection, log)
      return connection
    } catch (error) {
      const { message } = error as Error
      if (performance.now() > until) throw new NatsUnreachable(`NATS can't be reached at NATS_URL: ${message}`)
      await wait(PAUSE_MS)
    }
  }
}

function credentialsIn(addresses: readonly URL[]) {
  const found = addresses.find(({ username }) => username !== '')
  if (!found) return {}
  const [user, pass] = [decodeURIComponent(found.username), decodeURIComponent(found.password)]
  return pass === '' ? { token: user } : { user, pass }
}

/** Nothing ends: an operator may have a reason, and reads why it is a bad one. */
function warnOfOldServer({ info }: NatsConnection, log: Log): void {
  const { version = '' } = info ?? {}
  if (isOlder(version)) log.warn({ event: 'nats.old-server', version, oldest: OLDEST_SERVER.join('.') })
}

/** Whether a version such as 2.9.10 is older than the oldest that keeps what it has acknowledged. */
export function isOlder(version: string): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10))
  const differing = OLDEST_SERVER.findIndex((part, place) => part !== parts[place])
  return differing >= 0 && (parts[differing] ?? 0) < OLDEST_SERVER[differing]!
}

async function report(connection: NatsConnection, log: Log): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') log.warn({ event: 'nats.lost' })
    if (status.type === 'reconnect') log.info({ event: 'nats.connected' })
  }
}
