import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import { findDeviceByToken } from './features/devices/device-store.ts'
import { serveDevices } from './features/devices/device-routes.ts'
import { serveReadings } from './features/readings/reading-routes.ts'
import { serveSettings } from './features/settings/setting-routes.ts'
import { memberGate } from './features/users/member-gate.ts'
import { serveUsers } from './features/users/user-routes.ts'
import { openIngest, type Ingest } from './ingest.ts'
import type { Context } from './platform/context.ts'
import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase } from './platform/db/open.ts'
import { openHttp, type Http } from './platform/http/http.ts'
import type { Gate } from './platform/http/serve.ts'
import { LocalHub } from './platform/live/hub.ts'
import type { Sockets } from './platform/live/sockets.ts'
import type { DeviceConnections } from './platform/mqtt/connections.ts'
import type { Log } from './platform/log.ts'
import { readSecret } from './platform/secret.ts'
import { openTokens } from './platform/token.ts'
import { serveIngest } from './reading-door.ts'

interface Outside {
  readonly log: Log
  readonly now?: () => number
  readonly newId?: () => string
  /** An open database to use instead of the one that the configuration names. */
  readonly database?: OpenDatabase
}

export interface App {
  readonly context: Context
  readonly http: Http
  readonly ingest: Ingest
  close(): Promise<void>
}

/** Builds the whole server by hand, in the order in which things need each other. */
export async function createApp(
  config: Config,
  { log, now = Date.now, newId = randomUUID, database }: Outside,
): Promise<App> {
  const opened = database ?? (await openDatabase(config, log))
  const { db } = opened
  const hub = new LocalHub()
  const tokens = openTokens(readSecret(config.dataDir), now)
  const gate: Gate = { member: memberGate({ db, tokens, now }), device: (token) => findDeviceByToken(db, token) }
  const http = openHttp({ config, log, gate })
  const sockets: Sockets = { subscribe: () => 'unknown', unsubscribe: () => 'unknown', endSession() {}, endUser() {} }
  const connections: DeviceConnections = { disconnect() {}, sendPreferences() {} }
  const context: Context = { config, db, hub, sockets, connections, log, serve: http.serve, now, newId }

  const ingest = openIngest(context)
  serveUsers(context, tokens)
  serveSettings(context)
  serveDevices(context)
  serveReadings(context)
  serveIngest(context, ingest)

  return {
    context,
    http,
    ingest,
    async close() {
      await http.fastify.close()
      await ingest.close()
      await opened.close()
    },
  }
}

function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? openSqliteDatabase(`${config.dataDir}/greenhouse.db`, log)
    : openPostgresDatabase(config.databaseUrl, log)
}
