import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { LogUsage } from '@greenhouse/timeseries'

const EVERY_MS = 15_000

interface Options {
  readonly partitions: number
  readonly usage: (partition: number) => Promise<LogUsage>
}

export interface LogUsageWatch extends Pick<PeriodicJob, 'start' | 'close'> {
  check(): Promise<void>
  watch(metrics: Metrics): void
}

/** Asks the log how full its partitions are. Publishes nothing of a partition that did not answer last. */
export function openLogUsage({ partitions, usage }: Options): LogUsageWatch {
  const known = new Map<number, LogUsage>()

  async function check(): Promise<void> {
    await Promise.all(Array.from({ length: partitions }, (_, partition) => checkPartition(partition)))
  }

  async function checkPartition(partition: number): Promise<void> {
    const found = await usage(partition).catch(() => undefined)
    if (found) known.set(partition, found)
    else known.delete(partition)
  }

  const each = (what: keyof LogUsage) => () =>
    [...known]
      .toSorted(([one], [other]) => one - other)
      .map(([partition, found]) => ({ labels: { partition: String(partition) }, value: found[what] }))
  const job = openPeriodicJob(check, { everyMs: EVERY_MS, runsAtStart: true, onError: () => {} })
  return {
    check: () => job.runNow(),
    start: () => job.start(),
    close: () => job.close(),
    watch({ watchEach }) {
      const labels = ['partition']
      watchEach('log_bytes', 'Bytes of the log of readings', labels, each('bytes'))
      watchEach('log_limit_bytes', 'Bytes beyond which the log takes nothing', labels, each('limitBytes'))
      watchEach('log_replicas_behind', 'Replicas that are down or lack rows', labels, each('replicasBehind'))
    },
  }
}
