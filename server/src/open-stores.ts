import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { openClockWatch } from './platform/clock/clock-watch.ts'
import type { Bus } from './platform/bus/bus.ts'
import { openLoneBus } from './platform/bus/lone-bus.ts'
import { shareGaps } from './cluster/bus/shared-gaps.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase, type ServerAccess } from './platform/db/configured-database.ts'
import { checkLogLayout } from './platform/db/moving/log-layout.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import type { Db } from './platform/db/schema.ts'
import { findHealth } from './platform/health/health-store.ts'
import type { Log } from './platform/log.ts'
import { openSharedLog } from './cluster/shared-log.ts'
import type { Cluster } from './cluster/nats/open-cluster.ts'
import { openDeadLetterSink, openDatabaseLog, openTimeSeries } from '@greenhouse/timeseries'
import { countAppends } from './platform/health/counted-log.ts'
import { logTimeSeries } from './platform/health/timeseries-log.ts'

interface Outside {
  readonly log: Log
  readonly now?: () => number
  readonly database?: OpenDatabase
  readonly cluster?: Cluster
  readonly bus?: Bus
}

/** Opens the database, the log of readings and the bus. */
export async function openStores(config: Config, { log, now = Date.now, ...outside }: Outside) {
  const database = outside.database ?? (await openDatabase(config, log, accessOf(config)))
  const { db } = database
  const isShared = outside.cluster !== undefined || config.natsUrl !== null
  await checkLogLayout(db, { engine: isShared ? 'jetstream' : 'database', partitions: config.partitions })
  const cluster = outside.cluster ?? (await openConfiguredCluster(config, { db, log }))
  const others = outside.bus ?? cluster?.bus
  const peers = others && shareGaps(others)
  const bus = peers ?? openLoneBus(config.nodeId)
  const clock = openClockWatch({ log, now }, await findHealth(db))
  // While the clock is behind, correct times seem to be in the future.
  const latest = () => (clock.isBehind() ? Infinity : now() + CLOCK_AHEAD_MAX_MS)
  const appends = countAppends(cluster?.log ?? openDatabaseLog(db))
  const deadLetters = await openDeadLetterSink({ db, log, now })
  const sharedLog = cluster && openSharedLog({ bus, log, roles: config.roles })
  const timeSeries = await openTimeSeries({
    db,
    log: appends.log,
    deadLetters,
    now,
    latest,
    ...logTimeSeries(log),
    partitions: config.partitions,
    interest: (deviceKey) => timeSeries.owned().includes(timeSeries.partitionOf(deviceKey)),
    ...sharedLog?.options,
  })
  await sharedLog?.attach(timeSeries)
  return { appends, deadLetters, database, db, bus, clock, timeSeries, peers, sharedLog, logLost: cluster?.lost }
}

/** Returns how a server opens its database: a single process shares it with no other. */
function accessOf({ natsUrl, roles }: Config): ServerAccess {
  if (natsUrl === null) return { isLone: true, isDispensable: false, isImpatient: false }
  // A gateway accepts readings of cached devices without the database.
  const isDispensable = roles.has('gateway')
  return { isLone: false, isDispensable, isImpatient: isDispensable && roles.size === 1 }
}

/** Loaded only where it is used: half a megabyte. */
async function openConfiguredCluster(
  config: Config,
  parts: { readonly db: Db; readonly log: Log },
): Promise<Cluster | undefined> {
  const { natsUrl } = config
  if (natsUrl === null) return undefined
  const { openCluster } = await import('./cluster/nats/open-cluster.ts')
  return openCluster({ ...config, natsUrl }, parts)
}
