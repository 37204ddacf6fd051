import { openClusterOwnership } from './cluster/cluster-ownership.ts'
import { openJobLeader, type JobLeader } from './cluster/leases/job-leader.ts'
import { LeaseHolder } from './cluster/leases/lease-holder.ts'
import { openLeaseStore } from './cluster/leases/lease-store.ts'
import { LIVES_FOR_MS } from './cluster/leases/nodes.ts'
import { clearConnectedToGone } from './features/devices/presence-store.ts'
import { openUnfinishedErasures } from './features/series/unfinished-erasures.ts'
import type { BrokerConnections } from './ingest/brokers/broker-connections.ts'
import { BROKER_LEASE_MS, openBrokerLeases } from './ingest/brokers/broker-leases.ts'
import type { Foundation } from './open-foundation.ts'
import type { Health } from './platform/health/health.ts'
import { openPeriodicJob } from './platform/jobs/periodic-job.ts'
import { singleProcessOwnership, type Ownership } from './platform/ownership.ts'

/** The devices of a process that was not seen for this long are not connected any more. */
const GONE_AFTER_MS = 30_000

/** Opens the ownership of this process: of all partitions, or of some in a cluster. */
export function openOwnership(foundation: Foundation, health: Health): Ownership {
  const { context, sharedLog } = foundation
  if (!sharedLog) return singleProcessOwnership(context.timeSeries, health)
  const { db, log } = context
  const erasures = openUnfinishedErasures(context)
  const clearing = openPeriodicJob(() => clearConnectedToGone(db, GONE_AFTER_MS), {
    everyMs: GONE_AFTER_MS,
    onError: (error) => log.warn({ event: 'device.presence-write-failed', reason: (error as Error).message }),
  })
  return openClusterOwnership({
    ...foundation,
    sharedLog,
    health,
    jobs: { worker: erasures, jobs: clearing },
    onOwned: (partition) => erasures.resume(partition),
  })
}

/** Opens the election for backups and retention, which one process does at a time. */
export function openLeader({ context: { config, db, log }, sharedLog }: Foundation): Omit<JobLeader, 'poll'> {
  if (!sharedLog) return { leads: () => true, start: () => {}, close: async () => {} }
  return openJobLeader({ store: openLeaseStore(db), nodeId: config.nodeId, log, name: 'job:upkeep' })
}

/** Opens the connections to all brokers, or to some in a cluster. */
export function openBrokers({ context, sharedLog }: Foundation, links: BrokerConnections, ownership: Ownership) {
  if (!sharedLog) return links
  const store = openLeaseStore(context.db)
  return openBrokerLeases({
    ...context,
    links,
    leases: new LeaseHolder({ store, nodeId: context.bus.nodeId, ttlMs: BROKER_LEASE_MS }),
    listGateways: () => store.listNodes('gateway', LIVES_FOR_MS),
    isLogUnreachable: ownership.isLogUnreachable,
  })
}
