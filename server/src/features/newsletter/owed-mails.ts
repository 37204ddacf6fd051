import { DAY_MS } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { LinkTokens } from '../../platform/secrets/link-token.ts'
import type { Purpose } from './newsletter-links.ts'
import { mailLink } from './newsletter-mails.ts'
import { countOwed, listOwed, lockOwed } from './newsletter-store.ts'

/** A new mail server, or one with an unknown sender, must not send thousands of mails at once. */
const AT_ONCE = 10
const EVERY_MS = 5 * 60_000
/** Unconfirmed subscriptions are removed then: see retention.ts. */
export const OWED_FOR_MS = 30 * DAY_MS

/** Each run sends a few links that were requested without a mail server, oldest first. */
export function openOwedMails(context: Context, links: LinkTokens<Purpose>): PeriodicJob {
  const { config, db, log, mail, now } = context
  return openPeriodicJob(sendSome, {
    everyMs: EVERY_MS,
    runsAtStart: true,
    isDue: () => config.smtpUrl !== null,
    onError: (error) => log.error({ event: 'newsletter.owed-failed', err: error }),
  })

  async function sendSome(): Promise<void> {
    for (const { id } of await listOwed(db, { since: now() - OWED_FOR_MS, limit: AT_ONCE }))
      await db.transaction().execute(async (tx) => {
        // Another process may have sent it, or the person subscribed again.
        const subscriber = await lockOwed(tx, id)
        if (!subscriber) return
        await mailLink(context, links, tx, { purpose: subscriber.isConfirmed ? 'unsubscribe' : 'confirm', subscriber })
      })
    mail.wake()
  }
}

/** Logs how many links wait for a mail server, or are being sent by one. */
export async function logOwedMails({ config, db, log, now }: Context): Promise<void> {
  const count = await countOwed(db, now() - OWED_FOR_MS)
  if (count === 0) return
  const advice =
    config.smtpUrl === null ? 'Set SMTP_URL: they are sent within 30 days, or removed.' : 'They are sent now.'
  log.info({ event: 'newsletter.waiting', count, advice })
}
