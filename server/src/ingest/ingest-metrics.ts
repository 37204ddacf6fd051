import type { Metrics } from '../platform/metrics.ts'
import type { OpenIntake } from './open-intake.ts'

/** Publishes how many readings came in since the start, how many bytes wait for a commit, and how many devices are connected. */
export function watchIntake({ watch }: Metrics, { ingest, listener, unknown }: OpenIntake): void {
  watch('readings_stored_total', 'Readings committed', 'counter', () => ingest.counts.stored)
  watch('readings_duplicate_total', 'Readings that were stored before', 'counter', () => ingest.counts.duplicates)
  watch('readings_refused_total', 'Readings or sensors out of range', 'counter', () => ingest.counts.refused)
  watch('ingest_groups_failed_total', 'Groups that the store did not take', 'counter', () => ingest.counts.failedGroups)
  watch('ingest_queue_bytes', 'Bytes that wait for a commit', 'gauge', () => ingest.queuedBytes())
  watch('board_messages_unknown_total', 'Messages of hubs that no decoder knows', 'counter', () => unknown.count)
  watch('device_connections', 'Open connections of devices', 'gauge', () => listener.open)
}
