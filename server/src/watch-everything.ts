import type { MailSender } from './features/mail/mail-sender.ts'
import type { Deliverer } from './features/notifications/outbox/deliverer.ts'
import { watchNotifications } from './features/notifications/notification-metrics.ts'
import { watchIntake } from './ingest/ingest-metrics.ts'
import type { OpenIntake } from './ingest/open-intake.ts'
import { watchBackups, type Backups } from './platform/backup/nightly-backups.ts'
import type { Context } from './platform/context.ts'
import { watchDeadLetters, watchNode } from './platform/health/node-metrics.ts'
import { openMetrics, type Metrics } from './platform/metrics.ts'
import type { CountedLog } from './platform/health/counted-log.ts'
import { watchTimeSeries } from './platform/health/timeseries-metrics.ts'
import { VERSION } from './platform/version.ts'

interface Watched extends OpenIntake {
  readonly context: Context
  readonly mail: MailSender
  readonly appends: Pick<CountedLog, 'watch'>
  readonly letters: Parameters<typeof watchDeadLetters>[1]
  readonly deliverer: Pick<Deliverer, 'counts'>
  readonly sockets: { readonly open: number }
  readonly backups: Backups
  readonly brokers: { readonly connected: number }
  /** Undefined where the disk is not watched. */
  readonly disk: { readonly roomBytes: number } | undefined
  readonly node: { watch(metrics: Metrics): void }
}

/** Registers the metrics with their sources. */
export function watchEverything({
  context,
  mail,
  appends,
  letters,
  deliverer,
  sockets,
  backups,
  brokers,
  disk,
  node,
  ...intake
}: Watched): Metrics {
  const metrics = openMetrics()
  watchNode(metrics, { ...context.config, version: VERSION })
  appends.watch(metrics)
  watchDeadLetters(metrics, letters)
  watchIntake(metrics, intake)
  watchTimeSeries(metrics, context.timeSeries)
  watchMail(metrics, mail)
  watchNotifications(metrics, deliverer)
  metrics.watch('live_sockets', 'Open live connections', 'gauge', () => sockets.open)
  metrics.watch('broker_connections', 'Brokers of members that are connected', 'gauge', () => brokers.connected)
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
