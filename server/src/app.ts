import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Context } from './platform/context.ts'
import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase } from './platform/db/open.ts'
import { openHttp, type Http } from './platform/http/http.ts'
import type { Gate } from './platform/http/serve.ts'
import { LocalHub } from './platform/live/hub.ts'
import type { Sockets } from './platform/live/sockets.ts'
import type { DeviceConnections } from './platform/mqtt/connections.ts'
import type { Log } from './platform/log.ts'

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
  const gate: Gate = { member: async () => undefined, device: async () => undefined }
  const http = openHttp({ config, log, gate })
  const sockets: Sockets = { subscribe: () => 'unknown', unsubscribe: () => 'unknown', endSession() {}, endUser() {} }
  const connections: DeviceConnections = { disconnect() {}, sendPreferences() {} }
  const context: Context = { config, db, hub, sockets, connections, log, serve: http.serve, now, newId }

  return {
    context,
    http,
    async close() {
      await http.fastify.close()
      await opened.close()
    },
  }
}

function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? openSqliteDatabase(`${config.dataDir}/greenhouse.db`, log)
    : openPostgresDatabase(config.databaseUrl, log)
}
