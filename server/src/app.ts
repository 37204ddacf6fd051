import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { API_DOCUMENTS } from './features/api-docs/api-documents.ts'
import { openBackups, watchBackups, type Backups } from './platform/backup/nightly-backups.ts'
import type { Config } from './platform/config/config.ts'
import { serveAccount, type Recovery } from './features/account/account-routes.ts'
import { ticketGate } from './features/account/download-readings.ts'
import { serveDevices } from './features/devices/device-routes.ts'
import { findDeviceByToken } from './features/devices/device-store.ts'
import { KnownDevices } from './features/devices/known-devices.ts'
import { serveAlerts } from './features/alerts/alert-routes.ts'
import { serveConditions } from './features/conditions/condition-routes.ts'
import { hasSecondFactor } from './features/second-factor/factor-store.ts'
import { serveSecondFactors } from './features/second-factor/second-factor-routes.ts'
import { demandSecondStep } from './features/second-factor/second-step.ts'
import { servePlants } from './features/plants/plant-routes.ts'
import { resumeErasures } from './features/series/remove-values.ts'
import { SeriesRegistry } from './features/series/series-registry.ts'
import { serveSeries } from './features/series/series-routes.ts'
import { serveReadings } from './features/readings/reading-routes.ts'
import { moveReadings } from './features/readings/move/move-readings.ts'
import { serveRules } from './features/rules/rule-routes.ts'
import { serveSettings } from './features/settings/setting-routes.ts'
import { memberGate } from './features/users/member-gate.ts'
import { serveUsers } from './features/users/user-routes.ts'
import { LinkTokens } from './features/newsletter/link-token.ts'
import { serveNewsletter } from './features/newsletter/newsletter-routes.ts'
import { serveWeather } from './features/weather/weather-routes.ts'
import { openDatabase } from './platform/db/configured-database.ts'
import { openClockWatch } from './platform/clock/clock-watch.ts'
import { findHealth } from './platform/health/health-store.ts'
import { openHealth } from './platform/health/health.ts'
import type { Ingest } from './ingest/ingest-types.ts'
import { openIntake, type OpenIntake } from './ingest/open-intake.ts'
import { watchIntake } from './ingest/ingest-metrics.ts'
import { watchSockets } from './features/live/live-metrics.ts'
import { reportingChanges } from './features/live/report-changes.ts'
import { openLiveSessions } from './features/live/live-sessions.ts'
import { watchMail } from './features/mail/mail-metrics.ts'
import { logMailRoute } from './features/mail/mail-route.ts'
import { openMailSender, type MailSender } from './features/mail/mail-sender.ts'
import { openCertificate } from './platform/tls/certificate.ts'
import { closeInOrder } from './platform/close-in-order.ts'
import type { Context } from './platform/context.ts'
import type { FileCheck } from './platform/db/file-check.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import { takeDataFolder } from './platform/backup/take-data-folder.ts'
import { serveDocuments } from './platform/http/documents.ts'
import { addSecurityHeaders } from './platform/http/headers.ts'
import { openHttp, type Http } from './platform/http/http.ts'
import { serveOperations } from './platform/http/operations.ts'
import type { Gate } from './platform/http/serve.ts'
import { admitOwnPages, openHostCheck } from './platform/http/own-pages.ts'
import { serveUpgrades } from './platform/http/upgrade.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { LocalHub } from './platform/live/hub.ts'
import { openSocketServer } from './platform/live/socket-server.ts'
import type { Log } from './platform/log.ts'
import { openMetrics, type Metrics } from './platform/metrics.ts'
import { openTransport } from './platform/mail/transport.ts'
import { DeviceConnections } from './platform/mqtt/device-connections.ts'
import { openDatabaseLog } from './platform/timeseries/database-log-store.ts'
import { openTimeSeries } from './platform/timeseries/timeseries.ts'
import { logTimeSeries } from './platform/timeseries/timeseries-log.ts'
import { watchTimeSeries } from './platform/timeseries/timeseries-metrics.ts'
import type { Tls } from './platform/tls/tls.ts'
import { originOf } from './platform/network/origin.ts'
import type { PeriodicJob } from './platform/jobs/periodic-job.ts'
import { openSeal } from './platform/secrets/seal.ts'
import { deriveKey, readSecret } from './platform/secrets/secret.ts'
import { openTokens } from './platform/secrets/token.ts'
import { serveIngest } from './ingest/http-readings.ts'
import { openReminders } from './features/alerts/plant-reminders.ts'
import { openStorage } from './features/retention/open-storage.ts'
import type { Retention } from './features/retention/retention.ts'
import { serveBrowserErrors } from './features/server-info/browser-error-routes.ts'
import { serveServerInfo } from './features/server-info/server-info-routes.ts'
import { serveSubscriptions } from './features/live/subscription-routes.ts'

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
  readonly registry: SeriesRegistry
  readonly reminders: PeriodicJob
  readonly backups: Backups
  readonly retention: Retention
  /** SQLite only: reads the file through in the background. */
  readonly fileCheck: FileCheck | undefined
  readonly liveSessions: PeriodicJob
  readonly mail: MailSender
  readonly certificate: PeriodicJob | null
  readonly recovery: Recovery
  /** Opens the ports that the configuration names. */
  listen(): Promise<void>
  /** The port on which devices are heard. */
  devicePort(): number
  /** Accepts no more connections, commits what is queued, ends live connections and closes the database. */
  close(): Promise<void>
}

const WEB_APP = join(import.meta.dirname, '../../web/dist')

/** Takes the data folder for this process and builds the server. Throws FolderInUse when another server has it. */
export async function createApp(config: Config, outside: Outside): Promise<App> {
  const release = takeDataFolder(config.dataDir, outside.log)
  try {
    const app = await build(config, outside)
    return { ...app, close: () => app.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Builds the whole server by hand, in the order in which things need each other. */
async function build(config: Config, outside: Outside): Promise<App> {
  const foundation = await openFoundation(config, outside)
  const { context, http, mail, registry } = foundation
  const slotsOf = (deviceKey: number, used: readonly boolean[]) => registry.boardSlotsFor(deviceKey, used)
  await moveReadings({ ...context, slotsOf })
  const storage = await openStorage(context, foundation)
  const intake = await openIntake(context, storage, foundation)
  const jobs = openJobs(foundation, intake)
  const health = openHealth(context, storage)
  const metrics = openMetricsOf(foundation, storage, intake)
  watchBackups(metrics, jobs.backups)
  serveOperations(http.fastify, {
    metrics,
    access: config,
    faults: health.faults,
    details: () => ({ backup: jobs.backups.newest() ?? null }),
  })
  const recovery = serveFeatures(foundation, intake, jobs)
  await servePages(foundation)
  const { certificate, reminders, backups, liveSessions } = jobs
  const { retention, disk, fileCheck } = storage
  return {
    ...jobs,
    ...storage,
    context,
    http,
    mail,
    recovery,
    registry,
    ingest: intake.ingest,
    devicePort: () => intake.listener.port,
    async listen() {
      await intake.listener.listen(config.host, config.mqttPort)
      await http.fastify.listen({ host: config.host, port: config.port })
      for (const job of [certificate, reminders, backups, retention, disk, fileCheck, liveSessions, mail]) job?.start()
      logMailRoute(context)
    },
    async close() {
      health.drain()
      foundation.sockets.close()
      await closeInOrder(context.log, [
        ['connections', () => Promise.all([http.fastify.close(), intake.listener.close()])],
        ['certificate', () => certificate?.close()],
        ['ingest', () => intake.ingest.close()],
        ['rules', () => intake.rules.close()],
        ['reminders', () => reminders.close()],
        ['backups', () => backups.close()],
        ['retention', () => retention.close()],
        ['disk', () => disk?.close()],
        ['file check', () => fileCheck?.close()],
        ['live sessions', () => liveSessions.close()],
        ['recovery', () => recovery.settled()],
        ['mail', () => mail.close()],
        ['time series', () => context.timeSeries.close()],
        ['database', () => foundation.database.close()],
      ])
    },
  }
}

type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** The database and everything that connects the server to the outside. */
async function openFoundation(config: Config, { log, now = Date.now, newId = randomUUID, ...outside }: Outside) {
  const database = outside.database ?? (await openDatabase(config, log))
  const { db } = database
  const clock = openClockWatch({ log, now }, await findHealth(db))
  // While the clock is behind, a value that is right seems to be ahead of it.
  const latest = () => (clock.isBehind() ? Infinity : now() + CLOCK_AHEAD_MAX_MS)
  const timeSeries = await openTimeSeries({ db, log: openDatabaseLog(db), now, latest, ...logTimeSeries(log) })
  const devices = new KnownDevices()
  const registry = new SeriesRegistry(db, newId)
  const hub = new LocalHub()
  const sockets = openSocketServer(hub)
  const connections = new DeviceConnections()
  const secret = readSecret(config.dataDir)
  const tokens = openTokens(deriveKey(secret, 'sessions'), now)
  const isEnrolled = config.requireMfa ? (userId: string) => hasSecondFactor(db, userId) : null
  const gate: Gate = {
    member: memberGate({ db, tokens, now, isEnrolled }),
    device: (token) => findDeviceByToken(db, token),
    ticket: ticketGate({ db, now }),
  }
  const http = openHttp({ config, log, gate })
  const isHostAllowed = openHostCheck(config)
  admitOwnPages(http.fastify, isHostAllowed)
  const transport = openTransport({ ...config, from: config.mailFrom, folder: join(config.dataDir, 'mail') })
  const addressOf = (path: string) => originOf(config, http.port ?? config.port) + path
  addSecurityHeaders(http.fastify, { https: config.tls !== null || addressOf('').startsWith('https://') })
  const mail = openMailSender({ db, log, now, newId, addressOf }, transport)
  const serve = reportingChanges(http.serve, { hub, changed: () => devices.forgetAll() })
  const context: Context = { config, db, timeSeries, hub, sockets, connections, mail, log, serve, now, newId }
  await resumeErasures(db, timeSeries)
  return { clock, context, database, devices, http, isHostAllowed, mail, registry, secret, sockets, tokens }
}

type Storage = Awaited<ReturnType<typeof openStorage>>

type Jobs = ReturnType<typeof openJobs>

/** Work that is repeated beside the requests. */
function openJobs({ context, http }: Foundation, { listener }: OpenIntake) {
  const { config, log, now } = context
  const use = (tls: Tls) => [http, listener].forEach((port) => port.useCertificate(tls))
  return {
    certificate: config.tls && openCertificate(config.tls, { log, now, use }),
    reminders: openReminders(context),
    backups: openBackups(context),
    liveSessions: openLiveSessions(context),
  }
}

function openMetricsOf({ context, mail, sockets }: Foundation, { disk }: Storage, intake: OpenIntake): Metrics {
  const metrics = openMetrics()
  watchIntake(metrics, intake)
  watchTimeSeries(metrics, context.timeSeries)
  watchMail(metrics, mail)
  watchSockets(metrics, sockets)
  if (disk) metrics.watch('disk_room_bytes', 'Bytes that can still be stored', 'gauge', () => disk.roomBytes)
  return metrics
}

/** Serves each feature, in their order. */
function serveFeatures(
  { context, registry, secret, tokens }: Foundation,
  intake: OpenIntake,
  { reminders }: Jobs,
): Recovery {
  const { alerting, rules } = intake
  serveUsers(context, tokens, demandSecondStep(context))
  serveSettings(context)
  serveSecondFactors(context, { tokens, seal: openSeal(secret, 'second factors') })
  serveDevices(context, (deviceKey) => context.timeSeries.erase(deviceKey))
  servePlants(context)
  const onValuesRemoved = rules.restartRules.bind(rules)
  const evaluateSaved = rules.evaluateSaved.bind(rules)
  serveSeries(context, { registry, timeSeries: context.timeSeries, onValuesRemoved })
  serveReadings(context, registry, onValuesRemoved)
  serveRules(context, evaluateSaved)
  serveConditions(context, { registry, evaluateSaved, onPlantConditionSaved: reminders.runNow })
  serveAlerts(context, alerting.budget)
  serveWeather(context)
  serveNewsletter(context, new LinkTokens(deriveKey(secret, 'links'), context.now))
  const recovery = serveAccount(context, registry)
  serveSubscriptions(context)
  serveBrowserErrors(context)
  serveServerInfo(context, () => intake.listener.port)
  serveIngest(context, intake)
  return recovery
}

/** What is no route of the contract: live connections, the documents of the API, and the web app. */
async function servePages({ context, http, isHostAllowed, sockets }: Foundation): Promise<void> {
  serveUpgrades(http.fastify, { ...context.config, isHostAllowed, accept: sockets.upgrade })
  serveDocuments(http.fastify, API_DOCUMENTS)
  await serveWebApp(http.fastify, WEB_APP)
}
