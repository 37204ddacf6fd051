import { setTimeout as pause } from 'node:timers/promises'
import { openBoards, type Boards } from './features/boards/boards.ts'
import { openWaitingReadings } from './features/boards/move-waiting.ts'
import type { Recovery } from './features/account/account-routes.ts'
import { logOwedMails } from './features/newsletter/owed-mails.ts'
import { logMailRoute, type MailSender } from './features/mail/mail-sender.ts'
import type { Deliverer } from './features/notifications/outbox/deliverer.ts'
import { openNotifications } from './features/notifications/open-notifications.ts'
import { openStorage } from './features/retention/open-storage.ts'
import { openPhotos, type Photos } from './features/care/photos/open-photos.ts'
import { openForecasts } from './features/weather/forecasts.ts'
import type { Retention } from './features/retention/retention.ts'
import type { SeriesRegistry } from './features/series/registry/series-registry.ts'
import { openBrokerConnections } from './ingest/brokers/broker-connections.ts'
import type { Reminders } from './features/alerts/reminders/due-tasks.ts'
import type { RuleWork } from './features/alerts/evaluator/rule-work.ts'
import { serveIngest } from './ingest/http/http-readings.ts'
import { CLUSTER_LIMITS, LIMITS, type Ingest } from './ingest/ingest-types.ts'
import { MessageRateLimits } from './ingest/message-rate-limits.ts'
import { buildIngest } from './ingest/build-ingest.ts'
import type { RefusedMessages } from './ingest/mqtt/refused-messages.ts'
import { openFoundation, type Foundation, type Outside } from './open-foundation.ts'
import { openBrokers, openLeader, openOwnership } from './open-ownership.ts'
import { openRules } from './open-rules.ts'
import { openWork, startWork } from './open-work.ts'
import type { Backups } from './platform/backup/nightly-backups.ts'
import { takeDataFolder } from './platform/backup/take-data-folder.ts'
import { closeInOrder } from './platform/close-in-order.ts'
import type { Config } from './platform/config/config.ts'
import type { Context } from './platform/context.ts'
import type { FileCheck } from './platform/db/file-check.ts'
import { throwIfMoved } from './platform/disk/moved-data.ts'
import { openHealth } from './platform/health/health.ts'
import type { Http } from './platform/http/http.ts'
import { serveOperations } from './platform/http/operations.ts'
import type { Ownership } from './platform/ownership.ts'
import type { PeriodicJob } from './platform/jobs/periodic-job.ts'
import { AllowedTargets } from './platform/network/allowed-targets.ts'
import { openOutbound } from './platform/network/outbound.ts'
import { openSeal } from './platform/secrets/seal.ts'
import { serveFeatures, servePages, WEB_APP } from './serve-features.ts'
import { watchEverything } from './watch-everything.ts'

export interface App {
  readonly context: Context
  readonly http: Http
  readonly ingest: Ingest
  readonly rules: Pick<RuleWork, 'settled'>
  readonly refused: RefusedMessages
  readonly boards: Boards
  readonly registry: SeriesRegistry
  readonly reminders: Reminders
  readonly seenWaterings: PeriodicJob
  readonly dailyValues: PeriodicJob
  readonly nightRecords: PeriodicJob
  readonly advice: PeriodicJob
  readonly silence: PeriodicJob
  readonly backups: Backups
  readonly retention: Retention
  readonly photos: Photos
  /** SQLite only. */
  readonly fileCheck: FileCheck | undefined
  readonly liveSessions: PeriodicJob
  readonly admittedConnections: PeriodicJob
  readonly mail: MailSender
  readonly owedMails: PeriodicJob
  readonly deliverer: Deliverer
  readonly certificate: PeriodicJob | null
  readonly ownership: Ownership
  /** Undefined in a process that serves no people. */
  readonly recovery: Recovery | undefined
  /** Resolves when the log of readings is lost: this process must end. Undefined without a cluster. */
  readonly logLost: Promise<Error> | undefined
  /** Resolves when another server has taken the database: this process must end. */
  readonly databaseTaken: Promise<Error> | undefined
  listen(): Promise<void>
  /** The address that it listens on, which an admin may change. */
  host(): string
  /** The MQTT port, of this or another process. */
  devicePort(): number
  /** Refuses new connections, commits queued readings, ends live connections and closes the database. */
  close(): Promise<void>
}

/** Locks the data folder and builds the server. Throws FolderInUse. */
export async function createApp(config: Config, outside: Outside): Promise<App> {
  const release = takeDataFolder(config.dataDir, outside.log)
  try {
    if (config.databaseUrl === null && !outside.database) throwIfMoved(config.dataDir)
    const app = await build(config, outside)
    return { ...app, close: () => app.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Builds the parts in the order of their dependencies; roles decide which. */
async function build(config: Config, outside: Outside): Promise<App> {
  const foundation = await openFoundation(config, outside)
  const { context, http, mail, network, registry } = foundation
  const parts = await openParts(foundation, outside)
  const { boards, brokers, built, leader, ownership, rules, storage, waiting, work } = parts
  const { roles } = config
  const devicePort = () => (roles.has('gateway') ? built.listener.port : config.mqttPort)
  serveOperations(http.fastify, {
    metrics: watchEverything({ ...foundation, ...built, ...work, brokers, disk: storage.disk, node: ownership }),
    access: config,
    faults: () => ownership.health.faults(),
    details: () => ({ backup: work.backups.newest() ?? null, ...ownership.health.details() }),
  })
  const recovery = roles.has('web')
    ? serveFeatures(foundation, { ...parts, ...work, server: { devicePort, network, servers: [http, built.listener] } })
    : undefined
  if (roles.has('gateway')) serveIngest(context, built)
  if (roles.has('web')) await servePages(foundation, outside.webApp ?? WEB_APP)
  return {
    ...work,
    ...storage,
    context,
    http,
    mail,
    recovery,
    registry,
    ingest: built.ingest,
    rules,
    refused: built.refused,
    boards,
    ownership,
    devicePort,
    host: () => network.host,
    logLost: foundation.logLost,
    databaseTaken: foundation.database.taken,
    async listen() {
      if (roles.has('gateway')) await built.listener.listen(network.host, config.mqttPort)
      await http.fastify.listen({ host: network.host, port: config.port })
      await ownership.start()
      foundation.sharedClock.start()
      if (roles.has('jobs')) leader.start()
      startWork(foundation, { ...work, ...storage, mail, waiting })
      if (roles.has('gateway')) await brokers.start()
      if (roles.has('jobs')) {
        logMailRoute(context, network.host)
        await logOwedMails(context)
      }
    },
    async close() {
      ownership.health.drain()
      // Proxies see that it is not ready, and route to another process.
      if (config.drainSeconds > 0) await pause(config.drainSeconds * 1000)
      foundation.sockets.close()
      await closeInOrder(context.log, partsOf(foundation, { ...parts, recovery }))
    },
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>

/** Opens the parts for readings, notifications and maintenance. None of them runs yet. */
async function openParts(foundation: Foundation, outside: Outside) {
  const { context, sharedLog } = foundation
  const leader = openLeader(foundation)
  const storage = await openStorage(context, {
    ...foundation,
    leads: leader.leads,
    dropBefore: sharedLog && (async () => 0),
  })
  const ownership = openOwnership(foundation, openHealth(context, storage))
  const boards = openBoards(context, { people: foundation.people, unable: storage.unable })
  const outbound = openOutbound({
    allowPrivate: context.config.allowPrivateTargets,
    allowed: new AllowedTargets(context.config.allowedTargets),
    ...(outside.allowedTargets ? { exceptions: outside.allowedTargets } : {}),
  })
  const notifications = openNotifications(
    { ...context, now: foundation.sharedClock.now },
    { ...foundation, outbound, client: outside.notificationClient },
  )
  const rateLimits = new MessageRateLimits(context.config)
  const { alerting, rules } = await openRules(foundation, notifications.queue, { ownership, rateLimits })
  const built = await buildIngest(
    context,
    storage,
    { ...foundation, boards, admitBoard: foundation.gate.board, unknownTokens: foundation.gate.unknownTokens },
    {
      ownership,
      rules,
      rateLimits,
      limits: sharedLog ? CLUSTER_LIMITS : LIMITS,
      nodeId: sharedLog ? context.config.nodeId : null,
    },
  )
  const waiting = openWaitingReadings(context, { boards, ingestReadings: built.ingest.ingestReadings })
  await waiting.job.runNow()
  const brokerParts = { outbound, seal: openSeal(foundation.secret, 'brokers') }
  const links = openBrokerConnections(context.db, {
    ...brokerParts,
    log: context.log,
    boardIngest: built.boardIngest,
    rateLimits: built.rateLimits,
  })
  const forecasts = openForecasts(context)
  const photos = openPhotos(context, foundation.database.dialect)
  const leads = leader.leads
  const work = openWork(foundation, built, { ...notifications, alerting, forecasts, leads, ownership, photos, rules })
  const brokers = openBrokers(foundation, links, ownership)
  const parts = { storage, boards, notifications, rules, built, waiting, brokerParts, brokers, leader, ownership, work }
  return { ...parts, forecasts, photos }
}

/** Lists the parts to close, in the order of their dependencies. */
function partsOf(
  { caches, context, database, http, mail, network, sharedClock, tracing }: Foundation,
  {
    boards,
    brokers,
    built,
    leader,
    ownership,
    photos,
    rules,
    storage,
    waiting,
    work,
    recovery,
  }: Parts & { readonly recovery: Recovery | undefined },
): ReadonlyArray<readonly [string, () => unknown]> {
  const { certificate, reminders, silence, backups, liveSessions, admittedConnections, deliverer, owedMails } = work
  const { retention, disk, fileCheck } = storage
  const connections = [http.fastify, built.listener, brokers, deliverer]
  return [
    ['network', () => network.close()],
    // Mail and notifications queued from here on are sent after the next start.
    ['connections', () => Promise.all(connections.map((each) => each.close()))],
    ['certificate', () => certificate?.close()],
    ['boards', () => boards.close()],
    ['waiting readings', () => waiting.job.close()],
    ['daily values', () => work.dailyValues.close()],
    ['ingest', () => built.close()],
    // Other processes take over the work of this one.
    ['partitions', () => Promise.all([ownership.close(), leader.close()])],
    ['rules', () => rules.close()],
    ['reminders', () => reminders.close()],
    ['seen waterings', () => work.seenWaterings.close()],
    ['night records', () => work.nightRecords.close()],
    ['advice', () => work.advice.close()],
    ['photos', () => Promise.all([photos.encoder, photos.removal, photos.sweep].map((each) => each.close()))],
    ['silence', () => silence.close()],
    ['backups', () => backups.close()],
    ['retention', () => retention.close()],
    ['disk', () => disk?.close()],
    ['file check', () => fileCheck?.close()],
    ['live sessions', () => liveSessions.close()],
    ['admitted connections', () => admittedConnections.close()],
    ['recovery', () => recovery?.settled()],
    ['owed mails', () => owedMails.close()],
    ['mail', () => mail.close()],
    ['shared clock', () => sharedClock.close()],
    ['caches', () => caches.close()],
    ['time series', () => context.timeSeries.close()],
    ['tracing', () => tracing.close()],
    ['bus', () => context.bus.close()],
    ['database', () => database.close()],
  ]
}
