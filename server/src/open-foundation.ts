import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './platform/config/config.ts'
import { ticketGate } from './features/account/download-readings.ts'
import { boardGate } from './features/boards/board-gate.ts'
import { UnknownTokens } from './features/boards/unknown-tokens.ts'
import type { KnownCredentials } from './features/devices/known-credentials.ts'
import { hasSecondFactor } from './features/second-factor/factor-store.ts'
import { resumeErasures } from './features/series/remove-values.ts'
import { memberGate } from './features/users/member-gate.ts'
import { openSharedClock } from './platform/db/shared-clock.ts'
import { openCaches } from './open-caches.ts'
import type { Bus } from './platform/bus/bus.ts'
import { sharedWake } from './platform/bus/shared-wake.ts'
import { inHouseholds } from './features/households/in-household.ts'
import { reportingChanges } from './features/live/report-changes.ts'
import { openMailSender } from './features/mail/mail-sender.ts'
import type { Context } from './platform/context.ts'
import { openRawElsewhere } from './features/series/raw-elsewhere.ts'
import { openStores } from './open-stores.ts'
import type { Cluster } from './cluster/nats/open-cluster.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import { addSecurityHeaders } from './platform/http/headers.ts'
import { openHttp } from './platform/http/http.ts'
import type { BoardCaller, Gate } from './platform/http/serve.ts'
import { admitOwnPages, openHostCheck } from './platform/http/own-pages.ts'
import { SharedHub } from './cluster/live/shared-hub.ts'
import { openSharedSockets } from './cluster/live/shared-sockets.ts'
import { LocalHub } from './platform/live/hub.ts'
import { openSocketServer } from './platform/live/socket-server.ts'
import type { Log } from './platform/log.ts'
import { openTransport } from './platform/mail/transport.ts'
import { DeviceConnections } from './platform/mqtt/device-connections.ts'
import type { GuardedClient } from './platform/network/guarded-request.ts'
import { openNetworkAccess } from './platform/network/network-access.ts'
import { originOf } from './platform/network/origin.ts'
import { openPasswords } from './platform/secrets/password.ts'
import { openSecret } from './platform/installation/check-secret.ts'
import { deriveKey } from './platform/secrets/secret.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { VERSION } from './platform/version.ts'
import { openTokens } from './platform/secrets/token.ts'

/** Time for other processes to learn of a new live connection. */
const KNOWN_WITHIN_MS = 150

/** Parts supplied by the calling program instead of the configuration. */
export interface Outside {
  readonly log: Log
  readonly now?: () => number
  readonly newId?: () => string
  readonly database?: OpenDatabase
  /** Connects to other processes that use the same database. */
  readonly bus?: Bus
  /** Bus and log of a cluster. */
  readonly cluster?: Cluster
  readonly webApp?: string
  /** Forbidden addresses that members may use nevertheless. */
  readonly allowedTargets?: readonly string[]
  /** Sends notifications; the default client trusts only the usual certificates. */
  readonly notificationClient?: GuardedClient
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

interface GateParts extends Omit<Parameters<typeof memberGate>[0], 'isEnrolled'> {
  readonly credentials: KnownCredentials<BoardCaller>
}

interface OpenGate extends Gate {
  readonly unknownTokens: UnknownTokens
}

/** Combines the gates of members, boards and tickets. */
function openGate({ requireMfa }: Config, parts: GateParts): OpenGate {
  const { credentials, db, now } = parts
  const isEnrolled = requireMfa ? (userId: string) => hasSecondFactor(db, userId) : null
  const unknownTokens = new UnknownTokens(now)
  return {
    member: memberGate({ ...parts, isEnrolled }),
    board: boardGate(db, credentials),
    boardRefused: (network) => unknownTokens.note('HTTP', network),
    ticket: ticketGate({ db, now }),
    unknownTokens,
  }
}

async function openKeys(config: Config, { db, log, now }: Pick<Context, 'db' | 'log' | 'now'>) {
  const { nodeId, roles } = config
  const secret = await openSecret(config, db)
  const tokens = openTokens(deriveKey(secret, 'sessions'), now)
  const salt = deriveKey(secret, 'traces')
  const tracing = await openTracing({ environment: process.env, log, nodeId, roles, version: VERSION, salt })
  return { secret, tokens, tracing }
}

/** Opens storage, HTTP, live connections and the gate. */
export async function openFoundation(config: Config, outside: Outside) {
  const { log, now = Date.now, newId = randomUUID } = outside
  const stores = await openStores(config, outside)
  const { db, bus, timeSeries, peers, sharedLog } = stores
  const caches = openCaches({ db, log, newId, peers, keepsWithoutDatabase: sharedLog !== undefined })
  const { announced, credentials, devices, registry, people, changed } = caches
  const rawElsewhere = sharedLog ? await openRawElsewhere({ bus, registry }) : undefined
  const hub = peers ? new SharedHub(peers) : new LocalHub()
  const sockets = openSocketServer(hub)
  const connections = new DeviceConnections(now, bus)
  const { secret, tokens, tracing } = await openKeys(config, { db, log, now })
  const gate = openGate(config, { db, tokens, now, credentials })
  const http = openHttp({ config, log, gate })
  const network = openNetworkAccess(config)
  const isHostAllowed = admitOwnPages(http.fastify, openHostCheck(config))
  const transport = openTransport({ ...config, from: config.mailFrom, folder: join(config.dataDir, 'mail') })
  const addressOf = (path: string) => originOf({ ...config, host: network.host }, http.port ?? config.port) + path
  addSecurityHeaders(http.fastify, { https: config.tls !== null || addressOf('').startsWith('https://') })
  const sharedClock = await openSharedClock({ db, log, now })
  const mail = openMailSender({ db, log, now: sharedClock.now, newId, addressOf }, transport)
  const outbox = { ...mail, wake: sharedWake(bus, 'mail.wake', config.roles.has('jobs'), mail.wake) }
  const serve = reportingChanges(inHouseholds(http.serve, { db, newId, now }), { hub, changed })
  const context: Context = {
    config,
    db,
    timeSeries,
    bus,
    hub,
    sockets: peers ? openSharedSockets(sockets, peers, sharedLog ? KNOWN_WITHIN_MS : 0) : sockets,
    connections,
    mail: outbox,
    passwords: openPasswords(config.passwordCost),
    log,
    serve,
    now,
    newId,
  }
  if (!sharedLog) await resumeErasures(db, timeSeries)
  return {
    ...stores,
    announced,
    caches,
    context,
    devices,
    gate,
    http,
    isHostAllowed,
    mail,
    network,
    people,
    rawElsewhere,
    registry,
    secret,
    sharedClock,
    sockets,
    tokens,
    tracing,
    transport,
  }
}
