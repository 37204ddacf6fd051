import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import type { CountedLog } from '../platform/health/counted-log.ts'
import { warnOfSameName } from './bus/node-name.ts'
import { openOutageWatch } from './health/outage-watch.ts'
import { watchNeeds, watchPartitions, watchPositions } from './health/cluster-metrics.ts'
import { findEvaluated } from '../platform/db/moving/positions.ts'
import { findHealth } from '../platform/health/health-store.ts'
import type { Health } from '../platform/health/health.ts'
import { probeLog } from './health/log-probe.ts'
import { openLogUsage } from './health/log-usage.ts'
import { openPositions, type Behind } from './health/positions.ts'
import { openProgressWatch } from './health/progress-watch.ts'
import { openRoleHealth } from './health/role-health.ts'
import { openValueArrival } from './health/value-arrival.ts'
import type { PeriodicJob } from '../platform/jobs/periodic-job.ts'
import { openLeaseStore } from './leases/lease-store.ts'
import { LIVES_FOR_MS, openNodes } from './leases/nodes.ts'
import { watchLeases, type WatchedLeases } from './leases/watched-leases.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Ownership, PartitionWork } from '../platform/ownership.ts'
import type { Role } from '../platform/config/cluster-config.ts'
import type { SharedLog } from './shared-log.ts'
import { LEASE_MS, openPartitionLeases } from './leases/partition-leases.ts'

const COMPARED_EVERY_MS = 5000

interface Parts {
  readonly appends: CountedLog
  readonly clock: ClockWatch
  readonly context: Context
  readonly sharedLog: SharedLog
  readonly deadLetters: {
    /** The partitions that stopped because too much of them would be set aside. */
    readonly stopped: readonly number[]
    release(partition: number): void
  }
  /** Answers the probes of a single process. */
  readonly health: Health
  /** Jobs of the processes with a role. */
  readonly jobs: Partial<Record<Role, Pick<PeriodicJob, 'start' | 'close'>>>
  readonly onOwned: (partition: number) => void
}

/** Opens the ownership of a process of a cluster: its share of the partitions, leased, and its health. */
export function openClusterOwnership(parts: Parts): Ownership {
  const { context, deadLetters, sharedLog, jobs } = parts
  const { config, log, timeSeries } = context
  const { nodeId, roles } = config
  const store = watchLeases(openLeaseStore(context.db))
  const watched = openWatches(parts, store, (behind) => progress.check(behind))
  const { isLogUnreachable } = watched
  const nodes = openNodes({ store, nodeId, roles, log, isLogUnreachable: isLogUnreachable })
  const works: PartitionWork[] = []
  const partitions = openPartitionLeases({
    store,
    nodeId,
    partitions: timeSeries.partitions,
    log,
    isLogUnreachable: isLogUnreachable,
    ...turnsOf(parts, works),
  })
  const progress = openProgressWatch({ ...partitions, log, stopped: () => deadLetters.stopped })
  sharedLog.lost.listen((partition) => void partitions.lose(partition))
  return {
    ownedPartitions: () => partitions.owned(),
    receives: watched.receives,
    isLogUnreachable,
    onOwnershipChanged: async (work) => void works.push(work),
    appended: (consume) => sharedLog.appended.listen(consume),
    health: watched.health,
    async start() {
      await warnOfSameName(context.bus, log)
      await watched.log.check()
      await nodes.note()
      nodes.start()
      if (roles.has('worker')) partitions.start()
      for (const role of roles) jobs[role]?.start()
      await Promise.all(watched.all.map((each) => each.check()))
      for (const each of watched.all) each.start()
    },
    watch(metrics) {
      watched.watch(metrics)
      const counts = { lost: () => store.lost, standing: () => progress.givenBack }
      watchPartitions(metrics, { owned: () => partitions.owned(), ...counts })
    },
    async close() {
      // First what others wait for: a watch may wait long for NATS.
      await partitions.close()
      await nodes.close()
      await Promise.all([...Object.values(jobs), ...watched.all].map((one) => one.close()))
    },
  }
}

/** Takes over the parts of the work on a partition one after the other, and ends them. */
function turnsOf({ context: { timeSeries }, deadLetters, onOwned, sharedLog }: Parts, works: readonly PartitionWork[]) {
  const { owners } = sharedLog
  return {
    async own(partition: number, signal: AbortSignal) {
      await timeSeries.own(partition)
      signal.throwIfAborted()
      await owners.answer(partition, timeSeries.handleOwnerRequest)
      for (const work of works) {
        signal.throwIfAborted()
        await work.begin(partition, true)
      }
      signal.throwIfAborted()
      onOwned(partition)
    },
    async release(partition: number) {
      owners.end(partition)
      for (const work of works) await work.end(partition)
      deadLetters.release(partition)
      await timeSeries.release(partition)
    },
  }
}

/** Watches what this process needs, and how far it is behind the log. */
function openWatches(
  { context, appends, clock, deadLetters, health }: Parts,
  store: WatchedLeases,
  onCheck: (behind: readonly Behind[]) => void,
) {
  const { bus, config, db, timeSeries } = context
  const database = openOutageWatch({ probe: () => findHealth(db) })
  const log = openOutageWatch({ probe: probeLog((partition) => appends.log.head(partition), timeSeries.partitions) })
  const findStored = sharing(() => findEvaluated(db))
  const positions = openPositions({
    partitions: timeSeries.partitions,
    head: (partition) => appends.log.head(partition),
    stages: {
      followed: (partition) => timeSeries.position(partition),
      // Without a stored position a partition is evaluated from its start.
      evaluated: async (partition) => (await findStored()).get(partition) ?? 0,
    },
    onCheck,
    everyMs: COMPARED_EVERY_MS,
  })
  const usage = appends.log.usage
  // Gateways, because a log fills while there are no workers.
  const logUsage =
    usage && config.roles.has('gateway') ? [openLogUsage({ partitions: timeSeries.partitions, usage })] : []
  const listGateways = () => store.listNodes('gateway', LIVES_FOR_MS)
  const { gateways, receives } = openValueArrival({ positions, listGateways, everyMs: COMPARED_EVERY_MS })
  const checks = {
    isClockBehind: () => clock.isBehind(),
    database,
    log,
    bus,
    isLeaseStoreCurrent: () => store.answeredWithin(LEASE_MS),
    stopped: () => deadLetters.stopped,
    secondsBehind: () => positions.secondsBehind('followed'),
    secondsUnevaluated: () => positions.secondsBehind('evaluated'),
  }
  return {
    all: [database, log, positions, ...logUsage, ...(config.roles.has('worker') ? [gateways] : [])],
    log,
    receives,
    /** True once the leases of this process have expired. */
    isLogUnreachable: () => log.seconds * 1000 > LEASE_MS,
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
