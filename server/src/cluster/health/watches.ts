import { findEvaluated } from '../../platform/db/moving/positions.ts'
import type { ClockWatch } from '../../platform/clock/clock-watch.ts'
import type { Context } from '../../platform/context.ts'
import type { CountedLog } from '../../platform/health/counted-log.ts'
import { findHealth } from '../../platform/health/health-store.ts'
import type { Health } from '../../platform/health/health.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { WatchedLeases } from '../leases/lease-store.ts'
import { LIVES_FOR_MS } from '../leases/nodes.ts'
import { LEASE_MS } from '../leases/partition-leases.ts'
import { watchNeeds, watchPositions } from './cluster-metrics.ts'
import { openLogUsage } from './log-usage.ts'
import { openOutageWatch, type OutageWatch } from './outage-watch.ts'
import { openPositions, type Behind, type Positions } from './positions.ts'
import { openRoleHealth } from './role-health.ts'

const COMPARED_EVERY_MS = 5000
/** Longer than the election of a NATS leader, or the restart of the only gateway. */
const ARRIVES_WITHIN_S = 30

export interface WatchParts {
  readonly appends: CountedLog
  readonly clock: ClockWatch
  readonly context: Context
  /** `stopped`: partitions with too many dead letters. */
  readonly deadLetters: { readonly stopped: readonly number[] }
  /** The health of a single process. */
  readonly health: Health
}

/** Watches the dependencies of this process, and how far it is behind the log. */
export function openWatches(
  { context, appends, clock, deadLetters, health }: WatchParts,
  store: WatchedLeases,
  onCheck: (behind: readonly Behind[]) => void,
) {
  const { bus, config, db, timeSeries } = context
  const { partitions } = timeSeries
  const { head, usage } = appends.log
  const database = openOutageWatch({ probe: () => findHealth(db) })
  const log = openOutageWatch({ probe: probeLog(head, partitions) })
  const findStored = sharing(() => findEvaluated(db))
  const positions = openPositions({
    partitions,
    head,
    stages: {
      followed: (partition) => timeSeries.position(partition),
      // Without a stored position a partition is evaluated from its start.
      evaluated: async (partition) => (await findStored()).get(partition) ?? 0,
    },
    onCheck,
    everyMs: COMPARED_EVERY_MS,
  })
  // Gateways, because a log fills while there are no workers.
  const logUsage = usage && config.roles.has('gateway') ? [openLogUsage({ partitions, usage })] : []
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

/** Returns a function that shares the answer of `ask` among concurrent calls. */
function sharing<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}

/**
 * Returns a probe: resolves while the log is reachable, rejects otherwise. Continues with another partition after a failure,
 * because one without a leader is not the whole log.
 */
export function probeLog(head: (partition: number) => Promise<number>, partitions: number): () => Promise<void> {
  let next = 0
  return async () => {
    const asked = next
    next = (asked + 1) % partitions
    await head(asked)
    next = asked
  }
}

interface ArrivalOptions {
  readonly positions: Pick<Positions, 'isWithin'>
  /** Returns the ids of the living gateways. */
  readonly listGateways: () => Promise<readonly string[]>
  readonly everyMs: number
  /** Monotonic milliseconds. */
  readonly clock?: () => number
}

export interface ValueArrival {
  /** Returns whether values of a partition reach this process: a gateway is alive, and this process reads the log. */
  receives(partition: number): boolean
  readonly gateways: OutageWatch
}

/** Watches whether values arrive, so that a device is not called silent because of an outage here. */
export function openValueArrival({ positions, listGateways, ...watching }: ArrivalOptions): ValueArrival {
  async function probe(): Promise<void> {
    if ((await listGateways()).length === 0) throw new Error('No process takes readings.')
  }
  const gateways = openOutageWatch({ probe, ...watching })
  return {
    gateways,
    receives: (partition) =>
      gateways.seconds <= ARRIVES_WITHIN_S && positions.isWithin(ARRIVES_WITHIN_S, 'followed', partition),
  }
}
