import type { Role } from '../platform/config/cluster-config.ts'
import type { PeriodicJob } from '../platform/jobs/periodic-job.ts'
import type { Ownership, PartitionWork } from '../platform/ownership.ts'
import { watchPartitions } from './health/cluster-metrics.ts'
import { openProgressWatch } from './health/positions.ts'
import { openWatches, type WatchParts } from './health/watches.ts'
import { openLeaseStore, watchLeases } from './leases/lease-store.ts'
import { openNodes, warnOfSameName } from './leases/nodes.ts'
import { openPartitionLeases } from './leases/partition-leases.ts'
import type { SharedLog } from './shared-log.ts'

interface Parts extends WatchParts {
  readonly sharedLog: SharedLog
  readonly deadLetters: WatchParts['deadLetters'] & { release(partition: number): void }
  /** Jobs of the processes with a role. */
  readonly jobs: Partial<Record<Role, Pick<PeriodicJob, 'start' | 'close'>>>
  readonly onOwned: (partition: number) => void
}

/** Opens the ownership of a process of a cluster: its leased partitions, and its health. */
export function openClusterOwnership(parts: Parts): Ownership {
  const { context, deadLetters, sharedLog, jobs } = parts
  const { config, log, timeSeries } = context
  const { nodeId, roles } = config
  const store = watchLeases(openLeaseStore(context.db))
  const watched = openWatches(parts, store, (behind) => progress.check(behind))
  const { isLogUnreachable } = watched
  const nodes = openNodes({ store, nodeId, roles, log, isLogUnreachable })
  const works: PartitionWork[] = []
  const partitions = openPartitionLeases({
    store,
    nodeId,
    partitions: timeSeries.partitions,
    log,
    isLogUnreachable,
    work: workOf(parts, works),
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

/** Starts the work on a partition part by part, and ends it. */
function workOf({ context: { timeSeries }, deadLetters, onOwned, sharedLog }: Parts, works: readonly PartitionWork[]) {
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
