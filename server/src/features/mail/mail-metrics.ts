import type { Metrics } from '../../platform/metrics.ts'
import type { MailSender } from './mail-sender.ts'

export function watchMail({ watch }: Metrics, { counts }: MailSender): void {
  watch('mail_sent_total', 'Mails handed over', 'counter', () => counts.sent)
  watch('mail_failed_total', 'Attempts to send a mail that failed', 'counter', () => counts.failed)
  watch('mail_given_up_total', 'Mails that were never sent', 'counter', () => counts.givenUp)
  watch('mail_waiting', 'Mails that are still to be sent', 'gauge', () => counts.waiting)
}
