import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { apiDocs, DOCS_STYLE } from './features/api-docs/api-docs.ts'
import { openBackups, type Backups } from './platform/backup/nightly-backups.ts'
import type { Config } from './platform/config/config.ts'
import { openClockWatch } from './platform/clock/clock-watch.ts'
import { mqttDeviceHandler } from './ingest/mqtt-device-handler.ts'
import { serveAccount, type Recovery } from './features/account/account-routes.ts'
import { serveDevices } from './features/devices/device-routes.ts'
import { clearConnected, findDeviceByToken } from './features/devices/device-store.ts'
import { AlertBudget } from './features/alerts/alert-budget.ts'
import { serveAlerts } from './features/alerts/alert-routes.ts'
import { serveConditions } from './features/conditions/condition-routes.ts'
import { RuleBook } from './features/conditions/rule-book.ts'
import { hasSecondFactor } from './features/second-factor/factor-store.ts'
import { serveSecondFactors } from './features/second-factor/second-factor-routes.ts'
import { demandSecondStep } from './features/second-factor/second-step.ts'
import { servePlants } from './features/plants/plant-routes.ts'
import { serveReadings } from './features/readings/reading-routes.ts'
import { deleteReadingsInParts } from './features/readings/reading-removal-store.ts'
import { serveSettings } from './features/settings/setting-routes.ts'
import { memberGate } from './features/users/member-gate.ts'
import { serveUsers } from './features/users/user-routes.ts'
import { LinkTokens } from './features/newsletter/link-token.ts'
import { serveNewsletter } from './features/newsletter/newsletter-routes.ts'
import { serveWeather } from './features/weather/weather-routes.ts'
import { openDatabase, openDatabaseCheck, openDatabaseDisk } from './platform/db/configured-database.ts'
import { repairNewest } from './features/readings/newest-repair-store.ts'
import { openHealth } from './platform/health/health.ts'
import { findHealth } from './platform/health/health-store.ts'
import { openIngest, type Ingest } from './ingest/ingest.ts'
import { openLiveSessions } from './features/live/live-sessions.ts'
import { openMailSender, type MailSender } from './features/mail/mail-sender.ts'
import { openCertificate } from './platform/tls/certificate.ts'
import { closeInOrder } from './platform/close-in-order.ts'
import type { Context } from './platform/context.ts'
import type { FileCheck } from './platform/db/file-check.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import { undoUnfinishedRestore } from './platform/backup/restore-backup.ts'
import { keepPrivate } from './platform/disk/data-folder.ts'
import { serveDocuments } from './platform/http/documents.ts'
import { addSecurityHeaders } from './platform/http/headers.ts'
import { openHttp, type Http } from './platform/http/http.ts'
import { serveOperations } from './platform/http/operations.ts'
import type { Gate } from './platform/http/serve.ts'
import { admitOwnPages, openNameCheck } from './platform/http/own-pages.ts'
import { serveUpgrades } from './platform/http/upgrade.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { LocalHub } from './platform/live/hub.ts'
import { openSocketServer, type SocketServer } from './platform/live/socket-server.ts'
import type { Log } from './platform/log.ts'
import { openApi } from './features/api-docs/openapi.ts'
import { openMetrics } from './platform/metrics.ts'
import { openTransport } from './platform/mail/transport.ts'
import { DeviceConnections } from './platform/mqtt/device-connections.ts'
import { openListener, type Listener } from './platform/mqtt/listener.ts'
import type { Tls } from './platform/tls/tls.ts'
import { lockFolder } from './platform/disk/server-lock.ts'
import { isEverywhere, originOf } from './platform/origin.ts'
import { storeDamaged, storeFull } from './platform/problem.ts'
import type { PeriodicJob } from './platform/jobs/periodic-job.ts'
import { openSeal } from './platform/secrets/seal.ts'
import { deriveKey, readSecret } from './platform/secrets/secret.ts'
import { Rations } from './platform/rate-limit/token-bucket.ts'
import { openTokens } from './platform/secrets/token.ts'
import { VERSION } from './platform/version.ts'
import { weighNewest } from './features/alerts/evaluate-conditions.ts'
import { serveLeaving } from './features/account/leaving.ts'
import { serveIngest } from './ingest/http-readings.ts'
import { openReminders } from './features/alerts/plant-reminders.ts'
import { openRetention, type Retention } from './features/retention/retention.ts'
import { serveServerInfo } from './features/server-info/server-info-routes.ts'
import { serveSubscriptions } from './features/live/subscription-routes.ts'
import { publishAlerts } from './features/alerts/write-alerts.ts'

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
  /** Takes nobody any more, commits what waits, tells who listens, and closes the database. */
  close(): Promise<void>
}

/** What a device may send at once, as after weeks without a network. */
const READINGS_AT_ONCE = 100_000
const WEB_APP = join(import.meta.dirname, '../../web/dist')

/** Takes the data folder for this process and builds the server. Throws FolderInUse when another server has it. */
export async function createApp(config: Config, outside: Outside): Promise<App> {
  const open = keepPrivate(config.dataDir)
  if (open.length > 0) outside.log.warn({ event: 'data-folder.not-private', paths: open.slice(0, 10) })
  const unlock = lockFolder(config.dataDir)
  try {
    if (undoUnfinishedRestore(config.dataDir)) outside.log.warn({ event: 'restore.taken-back' })
    const app = await build(config, outside)
    return { ...app, close: () => app.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Builds the whole server by hand, in the order in which things need each other. */
async function build(config: Config, outside: Outside): Promise<App> {
  const { log, now = Date.now, newId = randomUUID } = outside
  const database = outside.database ?? (await openDatabase(config, log))
  const { db } = database
  const hub = new LocalHub()
  const sockets = openSocketServer(hub)
  const connections = new DeviceConnections()
  const secret = readSecret(config.dataDir)
  const tokens = openTokens(deriveKey(secret, 'sessions'), now)
  const isEnrolled = config.requireMfa ? (userId: string) => hasSecondFactor(db, userId) : null
  const gate: Gate = {
    member: memberGate({ db, tokens, now, isEnrolled }),
    device: (token) => findDeviceByToken(db, token),
  }
  const http = openHttp({ config, log, gate })
  const isNamedWell = openNameCheck(config)
  admitOwnPages(http.fastify, isNamedWell)
  const transport = openTransport({ ...config, from: config.mailFrom, folder: join(config.dataDir, 'mail') })
  const addressOf = (path: string) => originOf(config, portOf(http) ?? config.port) + path
  addSecurityHeaders(http.fastify, { https: config.tls !== null || addressOf('').startsWith('https://') })
  const mail = openMailSender({ db, log, now, newId, addressOf }, transport)
  const context: Context = { config, db, hub, sockets, connections, mail, log, serve: http.serve, now, newId }

  const retention = openRetention(context)
  await retention.open()
  const raising = { book: new RuleBook(), budget: new AlertBudget(), newId, now }
  const disk = openDatabaseDisk(config, database, log)
  const isDamaged = () => database.isDamaged?.() ?? false
  const fileCheck = openDatabaseCheck(config, database, { log, now })
  const clock = openClockWatch(context, await findHealth(db))
  // Once a clock was ahead, what was stored then would be the newest for years.
  if (!clock.isBehind()) await repairNewest(db, now() + CLOCK_AHEAD_MAX_MS)
  const ingest = openIngest(context, raising, {
    clock,
    unable() {
      if (isDamaged()) return storeDamaged()
      return disk?.isFull ? storeFull() : undefined
    },
    keptFrom: () => retention.readingsFrom,
  })
  const shares = new Rations<number>({ burst: READINGS_AT_ONCE, perSecond: config.deviceReadingsPerSecond })
  await clearConnected(db)
  const listener = openListener(mqttDeviceHandler(context, { ingest, shares }), {
    devices: connections,
    tls: config.tls,
  })
  function use(tls: Tls): void {
    http.useCertificate(tls)
    listener.useCertificate(tls)
  }
  const certificate = config.tls && openCertificate(config.tls, { log, now, use })
  const reminders = openReminders(context)
  const health = openHealth(context, { clock, disk, isDamaged })
  const metrics = openMetrics()
  watch(metrics, { ingest, sockets, listener, mail })
  if (disk) metrics.watch('disk_room_bytes', 'Bytes that can still be stored', 'gauge', () => disk.roomBytes)
  const backups = openBackups(context)
  const age = () => backups.newest()
  metrics.watch('backup_age_seconds', 'Age of the newest backup', 'gauge', () => age()?.ageSeconds ?? Number.NaN)
  metrics.watch('backup_size_bytes', 'Size of the newest backup', 'gauge', () => age()?.bytes ?? Number.NaN)
  serveOperations(http.fastify, {
    metrics,
    access: config,
    faults: health.faults,
    details: () => ({ backup: age() ?? null }),
  })
  serveServerInfo(context, () => listener.port)
  serveUsers(context, tokens, demandSecondStep(context))
  serveSecondFactors(context, { tokens, seal: openSeal(secret, 'second factors') })
  serveSettings(context)
  serveDevices(context, (deviceKey) => deleteReadingsInParts(db, deviceKey))
  servePlants(context)
  serveReadings(context)
  serveConditions(context, {
    async weighNewest(tx, deviceKey) {
      const raised = await weighNewest(tx, deviceKey, raising)
      return () => publishAlerts(hub, raised, raising)
    },
    remind: reminders.runNow,
  })
  serveAlerts(context, raising.budget)
  serveWeather(context)
  serveNewsletter(context, new LinkTokens(deriveKey(secret, 'links'), now))
  const recovery = serveAccount(context)
  serveLeaving(context)
  serveIngest(context, { ingest, shares })
  serveSubscriptions(context)
  const liveSessions = openLiveSessions(context)
  serveUpgrades(http.fastify, { ...config, isNamedWell, accept: sockets.upgrade })
  serveDocuments(http.fastify, [
    {
      path: '/api/openapi.json',
      type: 'application/json; charset=utf-8',
      text: () => JSON.stringify(openApi(VERSION)),
    },
    { path: '/api/docs', type: 'text/html; charset=utf-8', text: apiDocs },
    { path: '/api/docs.css', type: 'text/css; charset=utf-8', text: () => DOCS_STYLE },
  ])
  await serveWebApp(http.fastify, WEB_APP)

  return {
    context,
    http,
    ingest,
    reminders,
    backups,
    retention,
    fileCheck,
    liveSessions,
    mail,
    certificate,
    recovery,
    devicePort: () => listener.port,
    async listen() {
      await listener.listen(config.host, config.mqttPort)
      await http.fastify.listen({ host: config.host, port: config.port })
      certificate?.start()
      reminders.start()
      backups.start()
      retention.start()
      disk?.start()
      fileCheck?.start()
      liveSessions.start()
      mail.start()
      if (config.smtpUrl === null) log.info({ event: 'mail.to-files', folder: join(config.dataDir, 'mail') })
      else if (config.publicUrl === null && isEverywhere(config.host))
        log.warn({ event: 'mail.links-guessed', origin: addressOf(''), advice: 'Set PUBLIC_URL.' })
    },
    async close() {
      health.drain()
      sockets.close()
      await closeInOrder(log, [
        ['connections', () => Promise.all([http.fastify.close(), listener.close()])],
        ['certificate', () => certificate?.close()],
        ['ingest', () => ingest.close()],
        ['reminders', () => reminders.close()],
        ['backups', () => backups.close()],
        ['retention', () => retention.close()],
        ['disk', () => disk?.close()],
        ['file check', () => fileCheck?.close()],
        ['live sessions', () => liveSessions.close()],
        ['recovery', () => recovery.settled()],
        ['mail', () => mail.close()],
        ['database', () => database.close()],
      ])
    },
  }
}

/** The port where it answers HTTP; undefined before it listens. */
function portOf({ fastify }: Http): number | undefined {
  const address: AddressInfo | string | null = fastify.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

function watch(
  { watch: add }: ReturnType<typeof openMetrics>,
  parts: { ingest: Ingest; sockets: SocketServer; listener: Listener; mail: MailSender },
): void {
  const { ingest, sockets, listener, mail } = parts
  add('readings_stored_total', 'Readings committed', 'counter', () => ingest.counts.stored)
  add('readings_duplicate_total', 'Readings that were stored before', 'counter', () => ingest.counts.duplicates)
  add('readings_refused_total', 'Readings or sensors out of range', 'counter', () => ingest.counts.refused)
  add('ingest_groups_failed_total', 'Groups that the store did not take', 'counter', () => ingest.counts.failedGroups)
  add('ingest_queue_bytes', 'Bytes that wait for a commit', 'gauge', () => ingest.queuedBytes)
  add('live_sockets', 'Open live connections', 'gauge', () => sockets.open)
  add('device_connections', 'Open connections of devices', 'gauge', () => listener.open)
  add('mail_sent_total', 'Mails handed over', 'counter', () => mail.counts.sent)
  add('mail_failed_total', 'Attempts to send a mail that failed', 'counter', () => mail.counts.failed)
  add('mail_given_up_total', 'Mails that were never sent', 'counter', () => mail.counts.givenUp)
  add('mail_waiting', 'Mails that are still to be sent', 'gauge', () => mail.counts.waiting)
}
