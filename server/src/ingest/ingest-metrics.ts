import type { Metrics } from '../platform/metrics.ts'
import type { Ingest } from './ingest-types.ts'

/** Publishes how many readings came in since the start, and how many bytes wait for a commit. */
export function watchIngest({ watch }: Metrics, ingest: Ingest): void {
  watch('readings_stored_total', 'Readings committed', 'counter', () => ingest.counts.stored)
  watch('readings_duplicate_total', 'Readings that were stored before', 'counter', () => ingest.counts.duplicates)
  watch('readings_refused_total', 'Readings or sensors out of range', 'counter', () => ingest.counts.refused)
  watch('ingest_groups_failed_total', 'Groups that the store did not take', 'counter', () => ingest.counts.failedGroups)
  watch('ingest_queue_bytes', 'Bytes that wait for a commit', 'gauge', () => ingest.queuedBytes())
}
