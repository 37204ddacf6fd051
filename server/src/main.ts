import { flushCompileCache } from 'node:module'
import { destination } from 'pino'
import { createApp, type App } from './app.ts'
import { exposuresOf, greetingOf } from './features/server-info/greeting.ts'
import type { Config } from './platform/config/config.ts'
import { readConfigOrExit } from './platform/config/config-or-exit.ts'
import { UnusableDatabase } from './platform/db/unusable-database.ts'
import { NoRoom } from './platform/disk/free-space.ts'
import { DataMoved } from './platform/disk/moved-data.ts'
import { FolderInUse } from './platform/disk/server-lock.ts'
import { openLog, type Log } from './platform/log.ts'
import { NatsUnreachable } from './cluster/nats/nats-unreachable.ts'
import { WrongSecret } from './platform/secrets/secret.ts'
import { codeOf, messageOf } from './platform/error-details.ts'

/** Supervisors send SIGKILL soon after this and the time for proxies. */
const STOP_WITHIN_MS = 10_000

/** Failures whose message explains to the operator what to do. */
const EXPLAINED = [UnusableDatabase, DataMoved, FolderInUse, NatsUnreachable, NoRoom, WrongSecret]

await main()

async function main(): Promise<void> {
  // Files created from here on are readable only by this user.
  process.umask(0o077)
  const config = readConfigOrExit(process.env)
  // Logs go to standard error, so that the greeting is readable.
  const log = openLog(config.logLevel, destination({ fd: 2, sync: true }))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ event: 'server.crashed', err: error })
      process.exit(1)
    })
  }
  try {
    const app = await createApp(config, { log })
    // The process manager restarts this process, which then fails with the same message.
    void app.logLost?.then(({ message }) => {
      log.fatal({ event: 'log.lost', reason: message })
      process.exit(1)
    })
    void app.databaseTaken?.then((error) => {
      log.fatal({ event: 'database.taken' })
      return fail(error, config)
    })
    await app.listen()
    greet(config, app, log)
    stopOnSignal(app, log, config)
    // Now rather than at the end: a server may be killed.
    flushCompileCache()
  } catch (error) {
    fail(error, config)
  }
}

function stopOnSignal(app: App, log: Log, { drainSeconds }: Config): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ event: 'server.stopping', signal })
      setTimeout(() => process.exit(1), drainSeconds * 1000 + STOP_WITHIN_MS).unref()
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ event: 'server.stop-failed', err: error })
          process.exit(1)
        },
      )
    })
  }
}

/** Prints the reason of a failed start in one sentence, and exits. */
function fail(error: unknown, config: Config): never {
  const code = codeOf(error)
  const port = error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : undefined
  if (code === 'EADDRINUSE')
    console.error(
      `Port ${port} is taken by another program. Choose another: ${port === config.mqttPort ? 'MQTT_PORT' : 'PORT'}=… npm start`,
    )
  else if (code === 'EACCES' && port !== undefined)
    console.error(`Port ${port} may not be opened by this user. Choose one above 1023.`)
  else if (EXPLAINED.some((kind) => error instanceof kind)) console.error(messageOf(error))
  else console.error(error)
  process.exit(1)
}

function greet(config: Config, app: App, log: Log): void {
  const found = { ...config, host: app.host() }
  for (const { event, warning } of exposuresOf(found)) log.warn({ event, advice: warning })
  console.log(greetingOf(found, { http: app.http.port ?? config.port, mqtt: app.devicePort() }))
}
