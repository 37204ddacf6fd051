import type { Metrics } from '../../platform/metrics.ts'
import type { Deliverer } from './outbox/deliverer.ts'

/** Publishes how many messages were sent to channels since the start, and how many wait. */
export function watchNotifications({ watch }: Metrics, { counts }: Pick<Deliverer, 'counts'>): void {
  watch('notifications_sent_total', 'Messages sent to channels', 'counter', () => counts.sent)
  watch('notifications_failed_total', 'Attempts to send to a channel that failed', 'counter', () => counts.failed)
  watch('notifications_waiting', 'Messages to channels that are still to be sent', 'gauge', () => counts.waiting)
  watch('notifications_late_seconds', 'How long the first message is due', 'gauge', () => counts.oldestSeconds)
}
