import { newsletterRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { ProblemError } from '../../platform/problem.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { strict } from '../../platform/rate-limit/rate-limit-rule.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import type { LinkTokens } from '../../platform/secrets/link-token.ts'
import type { Purpose } from './newsletter-links.ts'
import { page } from '../../platform/http/plain-page.ts'
import { linkTo, mailLink } from './newsletter-mails.ts'
import {
  confirmSubscriber,
  countOwed,
  deleteSubscriber,
  findOrAddSubscriber,
  findSubscriber,
  listConfirmed,
  noteOwed,
  type Subscriber,
} from './newsletter-store.ts'
import { OWED_FOR_MS } from './owed-mails.ts'

/** Pause between two requested mails to an address, so that strangers can't fill a mailbox. */
const MAIL_PAUSE_MS = 10 * 60_000
/** Subscriptions waiting for a mail server. Further ones get the same reply and are not stored. */
const OWED_MAX = 10_000

export function serveNewsletter(context: Context, links: LinkTokens<Purpose>): void {
  serveRequests(context, links)
  servePages(context, links)
  serveSending(context, links)
}

/** Requests only mail a link, so that nobody subscribes or unsubscribes another person's address. */
function serveRequests(context: Context, links: LinkTokens<Purpose>): void {
  const { config, db, mail, newId, now, serve } = context
  const sendsMail = config.smtpUrl !== null

  serve(newsletterRoutes.subscribe, async ({ body: { email } }, { address }) => {
    await consume(context, address, [strict(`newsletter:${networkOf(address)}`)])
    await db.transaction().execute(async (tx) => {
      if (!sendsMail && (await countOwed(tx, now() - OWED_FOR_MS)) >= OWED_MAX) return
      const subscriber = await findOrAddSubscriber(tx, { id: newId(), email, now: now() })
      if (subscriber.isConfirmed) return
      if (!sendsMail) return noteOwed(tx, subscriber.id)
      if (!isPaused(subscriber, now())) await mailLink(context, links, tx, { purpose: 'confirm', subscriber })
    })
    mail.wake()
  })

  serve(newsletterRoutes.unsubscribe, async ({ body: { email } }, { address }) => {
    await consume(context, address, [strict(`newsletter:${networkOf(address)}`)])
    await db.transaction().execute(async (tx) => {
      const subscriber = await findSubscriber(tx, email)
      if (!subscriber) return
      if (!sendsMail) return subscriber.isConfirmed ? noteOwed(tx, subscriber.id) : deleteSubscriber(tx, subscriber.id)
      if (!isPaused(subscriber, now())) await mailLink(context, links, tx, { purpose: 'unsubscribe', subscriber })
    })
    mail.wake()
  })
}

function servePages({ db, now, serve }: Context, links: LinkTokens<Purpose>): void {
  serve(newsletterRoutes.confirmPage, ({ query }) => {
    readLink(links, 'confirm', query.token)
    return page('Monthly growing notes', 'Do you want to receive them at this address?', 'Yes, subscribe')
  })

  serve(newsletterRoutes.confirm, async ({ query }) => {
    await confirmSubscriber(db, readLink(links, 'confirm', query.token), now())
    return page('You are subscribed', 'You’ll get the next growing notes. Every mail has a link to unsubscribe.')
  })

  serve(newsletterRoutes.unsubscribePage, ({ query }) => {
    readLink(links, 'unsubscribe', query.token)
    return page('Unsubscribe', 'Stop receiving growing notes?', 'Yes, unsubscribe')
  })

  serve(newsletterRoutes.unsubscribeByLink, async ({ query }) => {
    await deleteSubscriber(db, readLink(links, 'unsubscribe', query.token))
    return page('You are unsubscribed', 'Your address has been deleted from the list.')
  })
}

function serveSending(context: Context, links: LinkTokens<Purpose>): void {
  const { db, log, mail, serve } = context
  serve(newsletterRoutes.send, async ({ body }, { userId, role }) => {
    if (role !== 'admin') throw new ProblemError(403, 'role.not-admin', 'Only an admin may do this.')
    const subscribers = await listConfirmed(db)
    await db.transaction().execute(async (tx) => {
      for (const { id, email } of subscribers) {
        const unsubscribeUrl = linkTo(context, links, 'unsubscribe', id)
        const text = `${body.message}\n\n--\nTo unsubscribe: ${unsubscribeUrl}\n`
        await mail.enqueue(tx, { to: email, subject: body.subject, text, unsubscribeUrl })
      }
    })
    log.info({ event: 'newsletter.queued', userId, count: subscribers.length })
    mail.wake()
  })
}

function isPaused({ mailedAt }: Subscriber, now: number): boolean {
  return now - mailedAt < MAIL_PAUSE_MS
}

function readLink(links: LinkTokens<Purpose>, purpose: Purpose, token: string): string {
  const id = links.read(purpose, token)
  if (id === undefined) throw new ProblemError(404, 'link.not-found', 'This link is incomplete or has expired.')
  return id
}
