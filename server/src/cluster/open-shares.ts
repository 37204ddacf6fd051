import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import type { CountedLog } from '../platform/health/counted-log.ts'
import type { OwnerRequests } from './bus/owner-requests.ts'
import { clearConnectedToGone } from '../features/devices/presence-store.ts'
import { openUnfinishedErasures } from '../features/series/unfinished-erasures.ts'
import { warnOfSameName } from './bus/node-name.ts'
import { openAwayWatch } from './health/away-watch.ts'
import { watchNeeds, watchPartitions, watchPositions } from './health/cluster-metrics.ts'
import { findEvaluated } from '../platform/db/moving/positions.ts'
import { findHealth } from '../platform/health/health-store.ts'
import type { Health } from '../platform/health/health.ts'
import { probeLog } from './health/log-probe.ts'
import { openLogUsage } from './health/log-usage.ts'
import { openPositions, type Behind } from './health/positions.ts'
import { openProgressWatch } from './health/progress-watch.ts'
import { openRoleHealth, type RoleHealth } from './health/role-health.ts'
import { openValueArrival } from './health/value-arrival.ts'
import { openPeriodicJob } from '../platform/jobs/periodic-job.ts'
import { openLeaseStore } from './leases/lease-store.ts'
import { LIVES_FOR_MS, openNodes } from './leases/nodes.ts'
import { watchLeases, type WatchedLeases } from './leases/watched-leases.ts'
import type { Metrics } from '../platform/metrics.ts'
import { LEASE_MS, openPartitionShares } from './leases/partition-shares.ts'

/** The devices of a process that was not seen for this long are not connected any more. */
const GONE_AFTER_MS = 30_000
const COMPARED_EVERY_MS = 5000

/** What a worker does on the partitions that it has. */
interface PartitionWork {
  begin(partition: number): Promise<void>
  end(partition: number): Promise<void>
}

export interface Shares {
  /** Tells the others that this process is there, and takes its share of the work. */
  start(): Promise<void>
  /** The partitions that this process has. */
  held(): readonly number[]
  /** Whether values of a partition reach this process. */
  follows(partition: number): boolean
  /** Whether the log was away from this process for so long that its share of the work is to be done by others. */
  isCutOff(): boolean
  /** Answers the probes of this process. */
  readonly health: RoleHealth
  watch(metrics: Metrics): void
  /** Gives everything back. */
  close(): Promise<void>
}

interface Parts {
  readonly appends: CountedLog
  readonly clock: ClockWatch
  readonly context: Context
  readonly followed: { lose: (partition: number) => void }
  readonly letters: {
    /** The partitions that stopped because too much of them would be set aside. */
    readonly stopped: readonly number[]
    release(partition: number): void
  }
  readonly owners: OwnerRequests
  /** What answers the probes of a server that runs alone. */
  readonly health: Health
  readonly work: PartitionWork
}

/** A server that runs alone has all of the work: its engine owns the partition from the start. */
export function keepAllShares({ context: { timeSeries }, health }: Pick<Parts, 'context' | 'health'>): Shares {
  return {
    start: async () => {},
    held: () => timeSeries.owned(),
    follows: () => true,
    isCutOff: () => false,
    health: { ...health, details: () => ({}) },
    watch: () => {},
    close: async () => {},
  }
}

/** Divides the work on partitions among the workers of a cluster, and looks whether this process can do what it is for. */
export function openShares({ context, appends, clock, followed, letters, owners, health, work }: Parts): Shares {
  const { config, db, log, timeSeries } = context
  const { nodeId, roles } = config
  const store = watchLeases(openLeaseStore(db))
  const watched = openWatches(
    { context, appends, clock, letters, health, onLook: (behind) => progress.check(behind) },
    store,
  )
  const { isCutOff } = watched
  const nodes = openNodes({ store, nodeId, roles, log, isCutOff })
  const erasures = openUnfinishedErasures(context)
  const partitions = openPartitionShares({
    store,
    nodeId,
    partitions: timeSeries.partitions,
    log,
    isCutOff,
    ...turnsOf({ timeSeries, letters, owners, work }, (partition) => erasures.resume(partition)),
  })
  const progress = openProgressWatch({ ...partitions, log, stopped: () => letters.stopped })
  followed.lose = (partition) => void partitions.lose(partition)
  const clearing = openClearing(context)
  return {
    async start() {
      await warnOfSameName(context.bus, log)
      await watched.log.look()
      await nodes.note()
      nodes.start()
      if (roles.has('worker')) for (const each of [partitions, erasures]) each.start()
      if (roles.has('jobs')) clearing.start()
      await Promise.all(watched.all.map((each) => each.look()))
      for (const each of watched.all) each.start()
    },
    held: () => partitions.held(),
    follows: watched.follows,
    isCutOff,
    health: watched.health,
    watch(metrics) {
      watched.watch(metrics)
      const counts = { lost: () => store.lost, standing: () => progress.givenBack }
      watchPartitions(metrics, { owned: () => partitions.held(), ...counts })
    },
    async close() {
      // First what others wait for: a watch may wait long for NATS.
      await partitions.close()
      await nodes.close()
      await Promise.all([clearing, erasures, ...watched.all].map((one) => one.close()))
    },
  }
}

/** Takes over the parts of the work on a partition one after the other, and ends them. */
function turnsOf(
  {
    timeSeries,
    letters,
    owners,
    work,
  }: Pick<Parts, 'letters' | 'owners' | 'work'> & Pick<Parts['context'], 'timeSeries'>,
  onOwned: (partition: number) => void,
) {
  return {
    async own(partition: number, signal: AbortSignal) {
      await timeSeries.own(partition)
      signal.throwIfAborted()
      await owners.answer(partition, timeSeries.handleOwnerRequest)
      signal.throwIfAborted()
      await work.begin(partition)
      signal.throwIfAborted()
      onOwned(partition)
    },
    async release(partition: number) {
      owners.end(partition)
      await work.end(partition)
      letters.release(partition)
      await timeSeries.release(partition)
    },
  }
}

/** Notes of the devices of processes that are gone that they are not connected. */
function openClearing({ db, log }: Pick<Parts['context'], 'db' | 'log'>) {
  return openPeriodicJob(() => clearConnectedToGone(db, GONE_AFTER_MS), {
    everyMs: GONE_AFTER_MS,
    onError: (error) => log.warn({ event: 'device.seen-not-noted', reason: (error as Error).message }),
  })
}

/** Watches what this process needs, and how far it is behind the log. */
function openWatches(
  {
    context,
    appends,
    clock,
    letters,
    health,
    onLook,
  }: Omit<Parts, 'followed' | 'owners' | 'work'> & { readonly onLook: (behind: readonly Behind[]) => void },
  store: WatchedLeases,
) {
  const { bus, config, db, timeSeries } = context
  const database = openAwayWatch({ probe: () => findHealth(db) })
  const log = openAwayWatch({ probe: probeLog((partition) => appends.log.head(partition), timeSeries.partitions) })
  const findStored = sharing(() => findEvaluated(db))
  const positions = openPositions({
    partitions: timeSeries.partitions,
    head: (partition) => appends.log.head(partition),
    stages: {
      followed: (partition) => timeSeries.position(partition),
      // A partition that nobody has begun is at its start.
      evaluated: async (partition) => (await findStored()).get(partition) ?? 0,
    },
    onLook,
    everyMs: COMPARED_EVERY_MS,
  })
  const usage = appends.log.usage
  // Gateways, because a log fills while there are no workers.
  const logUsage =
    usage && config.roles.has('gateway') ? [openLogUsage({ partitions: timeSeries.partitions, usage })] : []
  const listGateways = () => store.listNodes('gateway', LIVES_FOR_MS)
  const { gateways, follows } = openValueArrival({ positions, listGateways, everyMs: COMPARED_EVERY_MS })
  const checks = {
    isClockBehind: () => clock.isBehind(),
    database,
    log,
    bus,
    isLeaseStoreCurrent: () => store.answeredWithin(LEASE_MS),
    stopped: () => letters.stopped,
    secondsBehind: () => positions.secondsBehind('followed'),
    secondsUnevaluated: () => positions.secondsBehind('evaluated'),
  }
  return {
    all: [database, log, positions, ...logUsage, ...(config.roles.has('worker') ? [gateways] : [])],
    log,
    follows,
    /** After so long others take over what this process has: it can't do it. */
    isCutOff: () => log.seconds * 1000 > LEASE_MS,
    health: openRoleHealth(config.roles, checks, health),
    watch(metrics: Metrics): void {
      watchPositions(metrics, positions)
      watchNeeds(metrics, { bus, database, log })
      for (const each of logUsage) each.watch(metrics)
    },
  }
}

/** Returns a question whose answer is shared by those who ask while it is under way. */
function sharing<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}
