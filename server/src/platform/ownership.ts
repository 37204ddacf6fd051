import type { AppendedGroup, TimeSeries } from '@greenhouse/timeseries'
import type { Health } from './health/health.ts'
import type { Metrics } from './metrics.ts'

/** Work on a partition of the log of readings that only its owner does. */
export interface PartitionWork {
  /** @param isTakeover whether another process may have owned the partition before */
  begin(partition: number, isTakeover: boolean): Promise<void>
  /** Resolves when no work is in progress. */
  end(partition: number): Promise<void>
}

/** The partitions of the log of readings that this process works on: all of them, or its share in a cluster. */
export interface Ownership {
  ownedPartitions(): readonly number[]
  /** Returns whether values of a partition reach this process. */
  receives(partition: number): boolean
  /** Returns whether the log was unreachable for longer than a lease lasts: other processes do the work of this one. */
  isLogUnreachable(): boolean
  /** Does the work on each partition while this process owns it. Resolves when it runs on the partitions owned now. */
  onOwnershipChanged(work: PartitionWork): Promise<void>
  /** Calls a function with each group that another process has appended. */
  appended(consume: (group: AppendedGroup) => void): void
  readonly health: Health
  /** Joins the other processes, and takes this process's share. */
  start(): Promise<void>
  watch(metrics: Metrics): void
  /** Releases all partitions. */
  close(): Promise<void>
}

/** Returns the ownership of a server of one process, whose time series owns all partitions from the start. */
export function singleProcessOwnership(timeSeries: Pick<TimeSeries, 'owned'>, health: Health): Ownership {
  return {
    ownedPartitions: () => timeSeries.owned(),
    receives: () => true,
    isLogUnreachable: () => false,
    async onOwnershipChanged({ begin }) {
      for (const partition of timeSeries.owned()) await begin(partition, false)
    },
    appended: () => {},
    health,
    start: async () => {},
    watch: () => {},
    close: async () => {},
  }
}
