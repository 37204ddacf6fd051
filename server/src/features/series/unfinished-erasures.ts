import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { eraseFormerSlot } from './remove-values.ts'
import { listErasing } from './series-store.ts'

const TRIED_EVERY_MS = 10_000

export interface UnfinishedErasures extends Pick<PeriodicJob, 'start' | 'close'> {
  /** Begins those of a partition that this process has taken over. Nobody waits for it. */
  resume(partition: number): void
}

/**
 * Starts unfinished erasures and retries failures. In a cluster the owner does: a starting process owns nothing yet.
 */
export function openUnfinishedErasures({
  db,
  log,
  timeSeries,
}: Pick<Context, 'db' | 'log' | 'timeSeries'>): UnfinishedErasures {
  const waiting = new Set<number>()
  const warn = (error: unknown) => log.warn({ event: 'series.not-erased', reason: (error as Error).message })

  async function resumeAll(signal: AbortSignal): Promise<void> {
    if (waiting.size === 0) return
    const partitions = [...waiting]
    const found = Map.groupBy(await listErasing(db), ({ device_key }) => timeSeries.partitionOf(device_key))
    for (const partition of partitions) {
      try {
        for (const row of found.get(partition) ?? []) {
          if (signal.aborted) return
          if (!timeSeries.owned().includes(partition)) break
          await eraseFormerSlot(db, timeSeries, row)
        }
        waiting.delete(partition)
      } catch (error) {
        warn(error)
      }
    }
  }

  const job = openPeriodicJob(resumeAll, { everyMs: TRIED_EVERY_MS, onError: warn })
  return {
    resume(partition) {
      waiting.add(partition)
      void job.runNow()
    },
    start: () => job.start(),
    close: () => job.close(),
  }
}
