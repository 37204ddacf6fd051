import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import type { Config } from './platform/config/config.ts'
import { ticketGate } from './features/account/download-readings.ts'
import { boardGate } from './features/boards/board-gate.ts'
import { KnownBoards } from './features/boards/known-boards.ts'
import { KnownDevices } from './features/devices/known-devices.ts'
import { hasSecondFactor } from './features/second-factor/factor-store.ts'
import { resumeErasures } from './features/series/remove-values.ts'
import { SeriesRegistry } from './features/series/series-registry.ts'
import { memberGate } from './features/users/member-gate.ts'
import { openDatabase } from './platform/db/configured-database.ts'
import { openClockWatch } from './platform/clock/clock-watch.ts'
import { findHealth } from './platform/health/health-store.ts'
import { reportingChanges } from './features/live/report-changes.ts'
import { openMailSender } from './features/mail/mail-sender.ts'
import type { Context } from './platform/context.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import { addSecurityHeaders } from './platform/http/headers.ts'
import { openHttp } from './platform/http/http.ts'
import type { Gate } from './platform/http/serve.ts'
import { admitOwnPages, openHostCheck } from './platform/http/own-pages.ts'
import { LocalHub } from './platform/live/hub.ts'
import { openSocketServer } from './platform/live/socket-server.ts'
import type { Log } from './platform/log.ts'
import { openTransport } from './platform/mail/transport.ts'
import { DeviceConnections } from './platform/mqtt/device-connections.ts'
import { openDatabaseLog } from './platform/timeseries/database-log-store.ts'
import { openTimeSeries } from './platform/timeseries/timeseries.ts'
import { logTimeSeries } from './platform/timeseries/timeseries-log.ts'
import type { GuardedClient } from './platform/network/guarded-request.ts'
import { originOf } from './platform/network/origin.ts'
import { deriveKey, readSecret } from './platform/secrets/secret.ts'
import { openTokens } from './platform/secrets/token.ts'

/** What a program hands to the server beside its configuration. */
export interface Outside {
  readonly log: Log
  readonly now?: () => number
  readonly newId?: () => string
  /** An open database to use instead of the one that the configuration names. */
  readonly database?: OpenDatabase
  /** Addresses that members may have the server connect to although the rule forbids them. */
  readonly allowedTargets?: readonly string[]
  /** Sends notifications in place of the client that trusts the usual certificates only. */
  readonly notificationClient?: GuardedClient
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** The database and everything that connects the server to the outside. */
export async function openFoundation(config: Config, { log, now = Date.now, newId = randomUUID, ...outside }: Outside) {
  const database = outside.database ?? (await openDatabase(config, log))
  const { db } = database
  const clock = openClockWatch({ log, now }, await findHealth(db))
  // While the clock is behind, a value that is right seems to be ahead of it.
  const latest = () => (clock.isBehind() ? Infinity : now() + CLOCK_AHEAD_MAX_MS)
  const timeSeries = await openTimeSeries({ db, log: openDatabaseLog(db), now, latest, ...logTimeSeries(log) })
  const devices = new KnownDevices()
  const registry = new SeriesRegistry(db, newId)
  const people = new KnownBoards()
  const hub = new LocalHub()
  const sockets = openSocketServer(hub)
  const connections = new DeviceConnections(now)
  const secret = readSecret(config.dataDir)
  const tokens = openTokens(deriveKey(secret, 'sessions'), now)
  const isEnrolled = config.requireMfa ? (userId: string) => hasSecondFactor(db, userId) : null
  const gate: Gate = {
    member: memberGate({ db, tokens, now, isEnrolled }),
    board: boardGate(db),
    ticket: ticketGate({ db, now }),
  }
  const http = openHttp({ config, log, gate })
  const isHostAllowed = openHostCheck(config)
  admitOwnPages(http.fastify, isHostAllowed)
  const transport = openTransport({ ...config, from: config.mailFrom, folder: join(config.dataDir, 'mail') })
  const addressOf = (path: string) => originOf(config, http.port ?? config.port) + path
  addSecurityHeaders(http.fastify, { https: config.tls !== null || addressOf('').startsWith('https://') })
  const mail = openMailSender({ db, log, now, newId, addressOf }, transport)
  const forget = (userId: string) => {
    devices.forgetAll()
    people.forget(userId)
  }
  const serve = reportingChanges(http.serve, { hub, changed: forget })
  const context: Context = { config, db, timeSeries, hub, sockets, connections, mail, log, serve, now, newId }
  await resumeErasures(db, timeSeries)
  return {
    clock,
    context,
    database,
    devices,
    http,
    isHostAllowed,
    mail,
    people,
    registry,
    secret,
    sockets,
    tokens,
    transport,
  }
}
