import type { Metrics } from '../metrics.ts'
import type { ReadingLog } from '@greenhouse/timeseries'

export interface CountedLog {
  readonly log: ReadingLog
  watch(metrics: Metrics): void
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Observes the duration of each append and counts failures. */
export function countAppends(log: ReadingLog): CountedLog {
  let conflicts = 0
  let failures = 0
  let observe = (_seconds: number) => {}

  async function append(partition: number, bytes: Uint8Array, expectedSeq: number): Promise<number | 'conflict'> {
    const startedAt = performance.now()
    try {
      const seq = await log.append(partition, bytes, expectedSeq)
      if (seq === 'conflict') conflicts++
      else observe((performance.now() - startedAt) / 1000)
      return seq
    } catch (error) {
      failures++
      throw error
    }
  }

  return {
    log: {
      append,
      head: (partition) => log.head(partition),
      follow: (partition, after, atLeast) => log.follow(partition, after, atLeast),
      watch: (partition, after, signal) => log.watch(partition, after, signal),
      purge: (partition, upto) => log.purge(partition, upto),
      ...(log.usage ? { usage: log.usage.bind(log) } : {}),
    },
    watch({ watch, histogram }) {
      observe = histogram('log_append_duration_seconds', 'Until a group of readings was durable', BUCKETS)
      const after = 'Groups after which another process was first'
      watch('log_append_conflicts_total', after, 'counter', () => conflicts)
      watch('log_append_failures_total', 'Groups that the log did not take', 'counter', () => failures)
    },
  }
}
