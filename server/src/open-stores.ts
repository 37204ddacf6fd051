import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { openClockWatch } from './platform/clock/clock-watch.ts'
import type { Bus } from './platform/bus/bus.ts'
import { openLoneBus } from './platform/bus/lone-bus.ts'
import { openOwnerRequests } from './cluster/bus/owner-requests.ts'
import { shareGaps } from './cluster/bus/shared-gaps.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase } from './platform/db/configured-database.ts'
import { checkLogLayout } from './platform/db/moving/log-layout.ts'
import type { OpenDatabase } from './platform/db/open.ts'
import type { Db } from './platform/db/schema.ts'
import { findHealth } from './platform/health/health-store.ts'
import type { Log } from './platform/log.ts'
import { answerCompaction } from './cluster/compact-log.ts'
import type { Cluster } from './cluster/nats/open-cluster.ts'
import { openKeptLetters, openDatabaseLog, openTimeSeries, type AppendedGroup } from '@greenhouse/timeseries'
import { countAppends } from './platform/health/counted-log.ts'
import { logTimeSeries } from './platform/health/timeseries-log.ts'

const ERASED = 'device-erased'

/** What happens with groups of the log that other processes have appended. It is set once its parts are there. */
export interface Followed {
  consume: (group: AppendedGroup) => void
  /** Ends the work on a partition that another process owns. */
  lose: (partition: number) => void
}

interface Outside {
  readonly log: Log
  readonly now?: () => number
  readonly database?: OpenDatabase
  readonly cluster?: Cluster
  readonly bus?: Bus
}

/** Opens the database, the log of readings and what reaches other processes. */
export async function openStores(config: Config, { log, now = Date.now, ...outside }: Outside) {
  const database = outside.database ?? (await openDatabase(config, log, { isServer: true }))
  const { db } = database
  const isShared = outside.cluster !== undefined || config.natsUrl !== null
  await checkLogLayout(db, { engine: isShared ? 'jetstream' : 'database', partitions: config.partitions })
  const cluster = outside.cluster ?? (await openConfiguredCluster(config, { db, log }))
  const bus = shareGaps(outside.bus ?? cluster?.bus ?? openLoneBus(config.nodeId))
  const clock = openClockWatch({ log, now }, await findHealth(db))
  // While the clock is behind, a value that is right seems to be ahead of it.
  const latest = () => (clock.isBehind() ? Infinity : now() + CLOCK_AHEAD_MAX_MS)
  const followed: Followed = { consume: () => {}, lose: () => {} }
  const owners = openOwnerRequests(bus)
  const appends = countAppends(cluster?.log ?? openDatabaseLog(db))
  const letters = await openKeptLetters({ db, log, now })
  const timeSeries = await openTimeSeries({
    db,
    log: appends.log,
    letters,
    now,
    latest,
    ...logTimeSeries(log),
    partitions: config.partitions,
    shared: cluster !== undefined,
    appendsUnclassified: cluster !== undefined,
    interest: (deviceKey) => timeSeries.owned().includes(timeSeries.partitionOf(deviceKey)),
    // Nobody else takes them: a gateway would decode all readings of the cluster for nothing.
    ...(config.roles.has('worker') || config.roles.has('web')
      ? { onReplicated: (group: AppendedGroup) => followed.consume(group) }
      : {}),
    askOwner: (partition, request) => owners.ask(partition, request),
    // Another process owns it: this one goes on by reading what that does.
    onLost: (partition) => {
      followed.lose(partition)
    },
    onErased: (deviceKey) => bus.publish(ERASED, deviceKey),
  })
  const forget = (deviceKeys?: readonly number[]) => {
    timeSeries.forget(deviceKeys).catch((error: unknown) => {
      log.warn({ event: 'cache.not-renewed', reason: (error as Error).message })
    })
  }
  await bus.subscribe(ERASED, (deviceKey) => forget([Number(deviceKey)]))
  bus.onGap(() => forget())
  await answerCompaction(bus, timeSeries, (error) => {
    log.warn({ event: 'readings.compaction-failed', reason: (error as Error).message })
  })
  return {
    appends,
    letters,
    database,
    db,
    bus,
    clock,
    timeSeries,
    followed,
    owners,
    isShared: cluster !== undefined,
    logLost: cluster?.lost,
  }
}

/** Loads the client of NATS only where it is used: half a megabyte. */
async function openConfiguredCluster(
  config: Config,
  parts: { readonly db: Db; readonly log: Log },
): Promise<Cluster | undefined> {
  const { natsUrl } = config
  if (natsUrl === null) return undefined
  const { openCluster } = await import('./cluster/nats/open-cluster.ts')
  return openCluster({ ...config, natsUrl }, parts)
}
