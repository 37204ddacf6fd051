import type { TimeSeries } from '@greenhouse/timeseries'
import type { MailSender } from './features/mail/mail-sender.ts'
import type { Deliverer } from './features/notifications/outbox/deliverer.ts'
import type { BuiltIngest } from './ingest/build-ingest.ts'
import { watchBackups, type Backups } from './platform/backup/nightly-backups.ts'
import type { Context } from './platform/context.ts'
import { watchDeadLetters, watchNode } from './platform/health/node-metrics.ts'
import { openMetrics, type Metrics } from './platform/metrics.ts'
import type { CountedLog } from './platform/health/counted-log.ts'
import { VERSION } from './platform/version.ts'

interface Watched extends BuiltIngest {
  readonly context: Context
  readonly mail: MailSender
  readonly appends: Pick<CountedLog, 'watch'>
  readonly deadLetters: Parameters<typeof watchDeadLetters>[1]
  readonly deliverer: Pick<Deliverer, 'counts'>
  readonly sockets: { readonly open: number }
  readonly backups: Backups
  readonly brokers: { readonly connected: number }
  readonly photos: { readonly encoder: { readonly waiting: number } }
  /** Undefined where the disk is not watched. */
  readonly disk: { readonly roomBytes: number } | undefined
  readonly node: { watch(metrics: Metrics): void }
}

/** Registers the metrics with their sources. */
export function watchEverything({
  context,
  mail,
  appends,
  deadLetters,
  deliverer,
  sockets,
  backups,
  brokers,
  photos,
  disk,
  node,
  ...built
}: Watched): Metrics {
  const metrics = openMetrics()
  watchNode(metrics, { ...context.config, version: VERSION })
  appends.watch(metrics)
  watchDeadLetters(metrics, deadLetters)
  watchIngest(metrics, built)
  watchTimeSeries(metrics, context.timeSeries)
  watchMail(metrics, mail)
  watchNotifications(metrics, deliverer)
  metrics.watch('live_sockets', 'Open live connections', 'gauge', () => sockets.open)
  metrics.watch('broker_connections', 'Brokers of members that are connected', 'gauge', () => brokers.connected)
  metrics.watch('photo_queue', 'Photos that are encoded or wait for it', 'gauge', () => photos.encoder.waiting)
  if (disk) metrics.watch('disk_room_bytes', 'Bytes that can still be stored', 'gauge', () => disk.roomBytes)
  watchBackups(metrics, backups)
  node.watch(metrics)
  return metrics
}

function watchMail({ watch }: Metrics, { counts }: MailSender): void {
  watch('mail_sent_total', 'Mails handed over', 'counter', () => counts.sent)
  watch('mail_failed_total', 'Attempts to send a mail that failed', 'counter', () => counts.failed)
  watch('mail_given_up_total', 'Mails that were never sent', 'counter', () => counts.givenUp)
  watch('mail_waiting', 'Mails that are still to be sent', 'gauge', () => counts.waiting)
}

function watchIngest({ watch }: Metrics, { ingest, listener, unknown }: BuiltIngest): void {
  watch('readings_stored_total', 'Readings committed', 'counter', () => ingest.counts.stored)
  watch('readings_duplicate_total', 'Readings that were stored before', 'counter', () => ingest.counts.duplicates)
  watch('readings_refused_total', 'Readings or sensors out of range', 'counter', () => ingest.counts.refused)
  watch('ingest_groups_failed_total', 'Groups that the store did not take', 'counter', () => ingest.counts.failedGroups)
  watch('ingest_queue_bytes', 'Bytes that wait for a commit', 'gauge', () => ingest.queuedBytes())
  watch('board_messages_unknown_total', 'Messages of hubs that no decoder knows', 'counter', () => unknown.count)
  watch('device_connections', 'Open connections of devices', 'gauge', () => listener.open)
}

function watchNotifications({ watch }: Metrics, { counts }: Pick<Deliverer, 'counts'>): void {
  watch('notifications_sent_total', 'Messages sent to channels', 'counter', () => counts.sent)
  watch('notifications_failed_total', 'Attempts to send to a channel that failed', 'counter', () => counts.failed)
  watch('notifications_waiting', 'Messages to channels that are still to be sent', 'gauge', () => counts.waiting)
  watch('notifications_late_seconds', 'How long the first message is due', 'gauge', () => counts.oldestSeconds)
}

function watchTimeSeries({ watch }: Metrics, { gauges }: Pick<TimeSeries, 'gauges'>): void {
  watch('series_log_bytes', 'Bytes of the log of values that are in memory', 'gauge', () => gauges().logBytes)
  watch(
    'series_waiting_values',
    'Values that are in the log and in no chunk yet',
    'gauge',
    () => gauges().waitingValues,
  )
  watch('series_backlog_devices', 'Devices whose values are being moved to chunks', 'gauge', () => gauges().backlog)
  watch(
    'series_uncovered_devices',
    'Devices whose long charts wait for coarse summaries',
    'gauge',
    () => gauges().uncovered,
  )
  watch(
    'series_damaged_chunks',
    'Chunks that could not be read and were set aside',
    'gauge',
    () => gauges().damagedChunks,
  )
}
