import { join } from 'node:path'
import { API_DOCUMENTS } from './features/api-docs/api-documents.ts'
import { openBackups, type Backups } from './platform/backup/nightly-backups.ts'
import type { Config } from './platform/config/config.ts'
import { serveAccount, type Recovery } from './features/account/account-routes.ts'
import { serveBoards } from './features/boards/board-routes.ts'
import { openBoards, type Boards } from './features/boards/boards.ts'
import { serveBrokers } from './features/boards/broker-routes.ts'
import { serveDeviceConnection } from './features/boards/device-connection-routes.ts'
import { serveHubs } from './features/boards/hub-routes.ts'
import { openWaitingReadings, type WaitingReadings } from './features/boards/move-waiting.ts'
import { serveDevices } from './features/devices/device-routes.ts'
import { serveAlerts } from './features/alerts/alert-routes.ts'
import { serveEpisodes } from './features/episodes/episode-routes.ts'
import { serveConditions } from './features/conditions/condition-routes.ts'
import { serveSecondFactors } from './features/second-factor/second-factor-routes.ts'
import { demandSecondStep } from './features/second-factor/second-step.ts'
import { servePlants } from './features/plants/plant-routes.ts'
import type { SeriesRegistry } from './features/series/series-registry.ts'
import { serveSeries } from './features/series/series-routes.ts'
import { serveReadings } from './features/readings/reading-routes.ts'
import { moveReadings } from './features/readings/move/move-readings.ts'
import { servePreviews } from './features/rules/preview-routes.ts'
import { serveRules } from './features/rules/rule-routes.ts'
import { serveSettings } from './features/settings/setting-routes.ts'
import { serveUsers } from './features/users/user-routes.ts'
import { newsletterLinks } from './features/newsletter/newsletter-links.ts'
import { serveNewsletter } from './features/newsletter/newsletter-routes.ts'
import { serveWeather } from './features/weather/weather-routes.ts'
import { openHealth } from './platform/health/health.ts'
import type { Ingest } from './ingest/ingest-types.ts'
import type { RefusedMessages } from './ingest/refused-messages.ts'
import { openIntake, type OpenIntake } from './ingest/open-intake.ts'
import { openLiveSessions } from './features/live/live-sessions.ts'
import { logMailRoute } from './features/mail/mail-route.ts'
import type { MailSender } from './features/mail/mail-sender.ts'
import { openCertificate } from './platform/tls/certificate.ts'
import { closeInOrder } from './platform/close-in-order.ts'
import type { Context } from './platform/context.ts'
import type { FileCheck } from './platform/db/file-check.ts'
import { takeDataFolder } from './platform/backup/take-data-folder.ts'
import { serveDocuments } from './platform/http/documents.ts'
import type { Http } from './platform/http/http.ts'
import { serveOperations } from './platform/http/operations.ts'
import { serveUpgrades } from './platform/http/upgrade.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import type { Tls } from './platform/tls/tls.ts'
import type { PeriodicJob } from './platform/jobs/periodic-job.ts'
import { openOutbound, type Outbound } from './platform/network/outbound.ts'
import { openSeal, type Seal } from './platform/secrets/seal.ts'
import { deriveKey } from './platform/secrets/secret.ts'
import { openBrokerConnections, type BrokerConnections } from './ingest/broker-connections.ts'
import { serveIngest } from './ingest/http-readings.ts'
import type { Deliverer } from './features/notifications/deliverer.ts'
import { openNotifications, type Notifications } from './features/notifications/open-notifications.ts'
import { openReminders } from './features/alerts/plant-reminders.ts'
import { openSilenceSweep } from './features/alerts/silence-sweep.ts'
import { openStorage } from './features/retention/open-storage.ts'
import type { Retention } from './features/retention/retention.ts'
import { serveBrowserErrors } from './features/server-info/browser-error-routes.ts'
import { serveServerInfo } from './features/server-info/server-info-routes.ts'
import { serveSubscriptions } from './features/live/subscription-routes.ts'
import { watchEverything } from './watch-everything.ts'
import { openFoundation, type Foundation, type Outside } from './open-foundation.ts'

export interface App {
  readonly context: Context
  readonly http: Http
  readonly ingest: Ingest
  readonly refused: RefusedMessages
  readonly boards: Boards
  readonly registry: SeriesRegistry
  readonly reminders: PeriodicJob
  readonly silence: PeriodicJob
  readonly backups: Backups
  readonly retention: Retention
  /** SQLite only: reads the file through in the background. */
  readonly fileCheck: FileCheck | undefined
  readonly liveSessions: PeriodicJob
  readonly mail: MailSender
  readonly deliverer: Deliverer
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
  const boards = openBoards(context, { people: foundation.people, unable: storage.unable })
  const outbound = openOutbound({
    allowPrivate: config.allowPrivateTargets,
    ...(outside.allowedTargets ? { exceptions: outside.allowedTargets } : {}),
  })
  const notifications = openNotifications(context, { ...foundation, outbound, client: outside.notificationClient })
  const intake = await openIntake(context, storage, { ...foundation, boards, notifications: notifications.queue })
  const waiting = openWaitingReadings(context, { boards, ingestReadings: intake.ingest.ingestReadings })
  await waiting.job.runNow()
  const brokerParts = { outbound, seal: openSeal(foundation.secret, 'brokers') }
  const brokers = openBrokerConnections(context.db, { ...brokerParts, log: context.log, intake: intake.boardIntake })
  const jobs = openJobs(foundation, intake, notifications)
  const health = openHealth(context, storage)
  serveOperations(http.fastify, {
    metrics: watchEverything({ ...foundation, ...intake, ...jobs, brokers, disk: storage.disk }),
    access: config,
    faults: health.faults,
    details: () => ({ backup: jobs.backups.newest() ?? null }),
  })
  const recovery = serveFeatures(foundation, intake, { ...jobs, boards, waiting, brokers, brokerParts, notifications })
  await servePages(foundation)
  const { certificate, reminders, silence, backups, liveSessions, deliverer } = jobs
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
    refused: intake.refused,
    boards,
    devicePort: () => intake.listener.port,
    async listen() {
      await intake.listener.listen(config.host, config.mqttPort)
      await http.fastify.listen({ host: config.host, port: config.port })
      const repeated = [certificate, reminders, silence, backups, retention, disk, fileCheck, liveSessions]
      for (const job of [...repeated, deliverer, mail, waiting.job]) job?.start()
      await brokers.start()
      logMailRoute(context)
    },
    async close() {
      health.drain()
      foundation.sockets.close()
      await closeInOrder(
        context.log,
        partsOf(foundation, { ...jobs, ...storage, intake, boards, waiting, brokers, recovery }),
      )
    },
  }
}

type Storage = Awaited<ReturnType<typeof openStorage>>

type Jobs = ReturnType<typeof openJobs>

/** What keeps the readings of boards that nobody has claimed yet. */
interface BoardParts {
  readonly boards: Boards
  readonly waiting: WaitingReadings
  readonly brokers: BrokerConnections
}

/** How people are told, and how the server keeps secrets of brokers. */
interface Told {
  readonly brokerParts: BrokerRules
  readonly notifications: Notifications
}

/** How members may have the server connect to brokers, and how it keeps their passwords. */
interface BrokerRules {
  readonly outbound: Outbound
  readonly seal: Seal
}

/** Work that is repeated beside the requests. */
function openJobs(
  { context, http }: Foundation,
  { alerting, listener, rules }: OpenIntake,
  { deliverer, queue }: Notifications,
) {
  const { config, log, now } = context
  const use = (tls: Tls) => [http, listener].forEach((port) => port.useCertificate(tls))
  return {
    certificate: config.tls && openCertificate(config.tls, { log, now, use }),
    reminders: openReminders(context, queue),
    silence: openSilenceSweep(context, {
      alerting,
      lastValues: alerting.lastValues,
      endOrphans: () => rules.endEpisodesOf(),
    }),
    backups: openBackups(context),
    liveSessions: openLiveSessions(context),
    deliverer,
  }
}

interface Closed extends Jobs, BoardParts, Pick<Storage, 'retention' | 'disk' | 'fileCheck'> {
  readonly intake: OpenIntake
  readonly recovery: Recovery
}

/** Lists what is closed, in the order in which things need each other. */
function partsOf(
  { context, database, http, mail }: Foundation,
  { intake, boards, waiting, brokers, recovery, ...jobs }: Closed,
): ReadonlyArray<readonly [string, () => unknown]> {
  const { certificate, reminders, silence, backups, retention, disk, fileCheck, liveSessions, deliverer } = jobs
  const connections = [http.fastify, intake.listener, brokers, deliverer]
  return [
    // What is queued from here on is sent after the next start.
    ['connections', () => Promise.all(connections.map((each) => each.close()))],
    ['certificate', () => certificate?.close()],
    ['boards', () => boards.close()],
    ['waiting readings', () => waiting.job.close()],
    ['ingest', () => intake.close()],
    ['rules', () => intake.rules.close()],
    ['reminders', () => reminders.close()],
    ['silence', () => silence.close()],
    ['backups', () => backups.close()],
    ['retention', () => retention.close()],
    ['disk', () => disk?.close()],
    ['file check', () => fileCheck?.close()],
    ['live sessions', () => liveSessions.close()],
    ['recovery', () => recovery.settled()],
    ['mail', () => mail.close()],
    ['time series', () => context.timeSeries.close()],
    ['database', () => database.close()],
  ]
}

/** Serves each feature, in their order. */
function serveFeatures(
  { context, registry, secret, tokens }: Foundation,
  intake: OpenIntake,
  { reminders, boards, waiting, brokers, brokerParts, notifications }: Jobs & BoardParts & Told,
): Recovery {
  const { alerting, rules } = intake
  serveUsers(context, tokens, demandSecondStep(context))
  serveSettings(context)
  serveSecondFactors(context, { tokens, seal: openSeal(secret, 'second factors') })
  serveDevices(context, async (deviceKey) => {
    await rules.endEpisodesOf(deviceKey)
    await context.timeSeries.erase(deviceKey)
  })
  servePlants(context)
  const onValuesRemoved = rules.restartRules.bind(rules)
  const evaluateSaved = rules.evaluateSaved.bind(rules)
  serveSeries(context, { registry, timeSeries: context.timeSeries, onValuesRemoved })
  serveHubs(context)
  serveBrokers(context, { ...brokerParts, links: brokers })
  serveBoards(context, { registry, boards, waiting })
  serveDeviceConnection(context)
  serveReadings(context, registry, onValuesRemoved)
  serveRules(context, evaluateSaved)
  servePreviews(context)
  serveConditions(context, { registry, evaluateSaved, onPlantConditionSaved: reminders.runNow })
  serveEpisodes(context)
  notifications.serve(context)
  serveAlerts(context, alerting.budget)
  serveWeather(context)
  serveNewsletter(context, newsletterLinks(deriveKey(secret, 'links'), context.now))
  const recovery = serveAccount(context, { slots: registry, brokers, channelSeal: notifications.seal })
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
