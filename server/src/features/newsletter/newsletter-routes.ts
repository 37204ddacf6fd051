import { newsletterRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { ProblemError } from '../../platform/problem.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { strict } from '../../platform/rate-limit/rate-limit-rule.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import type { LinkTokens } from '../../platform/secrets/link-token.ts'
import type { Purpose } from './newsletter-links.ts'
import { page } from '../../platform/http/plain-page.ts'
import {
  confirmSubscriber,
  deleteSubscriber,
  findOrAddSubscriber,
  findSubscriber,
  listConfirmed,
  noteMailed,
  type Subscriber,
} from './newsletter-store.ts'

/** An address gets one requested mail in this time, so that strangers can't fill a mailbox. */
const MAIL_PAUSE_MS = 10 * 60_000
const PATHS: Record<Purpose, string> = {
  confirm: newsletterRoutes.confirmPage.path,
  unsubscribe: newsletterRoutes.unsubscribePage.path,
}

export function serveNewsletter(context: Context, links: LinkTokens<Purpose>): void {
  serveRequests(context, links)
  servePages(context, links)
  serveSending(context, links)
}

/**
 * Both requests only send a mail with a link, so that nobody subscribes or unsubscribes another person's address. Without
 * a mail server they are refused: nobody would get the link.
 */
function serveRequests(context: Context, links: LinkTokens<Purpose>): void {
  const { config, db, mail, newId, now, serve } = context

  serve(newsletterRoutes.subscribe, async ({ body: { email } }, { address }) => {
    if (config.smtpUrl === null) throw sendsNoMail()
    await consume(context, address, [strict(`newsletter:${networkOf(address)}`)])
    await db.transaction().execute(async (tx) => {
      const subscriber = await findOrAddSubscriber(tx, { id: newId(), email, now: now() })
      if (subscriber.isConfirmed || isPaused(subscriber, now())) return
      await noteMailed(tx, subscriber.id, now())
      const text = `Somebody, we hope you, asked for the growing notes of Greenhouse at this address.\n\nConfirm it here:\n${linkTo(context, links, 'confirm', subscriber.id)}\n\nIf it was not you, do nothing: nothing else will be sent.\n`
      await mail.enqueue(tx, { to: subscriber.email, subject: 'Please confirm: monthly growing notes', text })
    })
    mail.wake()
  })

  serve(newsletterRoutes.unsubscribe, async ({ body: { email } }, { address }) => {
    if (config.smtpUrl === null) throw sendsNoMail()
    await consume(context, address, [strict(`newsletter:${networkOf(address)}`)])
    await db.transaction().execute(async (tx) => {
      const subscriber = await findSubscriber(tx, email)
      if (!subscriber || isPaused(subscriber, now())) return
      await noteMailed(tx, subscriber.id, now())
      const url = linkTo(context, links, 'unsubscribe', subscriber.id)
      const text = `To unsubscribe from the growing notes of Greenhouse, open this link:\n${url}\n`
      await mail.enqueue(tx, {
        to: subscriber.email,
        subject: 'Unsubscribe from the growing notes',
        text,
        unsubscribeUrl: url,
      })
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

function linkTo({ mail }: Context, links: LinkTokens<Purpose>, purpose: Purpose, id: string): string {
  return mail.addressOf(`${PATHS[purpose]}?token=${links.make(purpose, id)}`)
}

function sendsNoMail(): ProblemError {
  return new ProblemError(409, 'mail.not-set-up', 'This server sends no mail, so it has no newsletter.')
}

function isPaused({ mailedAt }: Subscriber, now: number): boolean {
  return now - mailedAt < MAIL_PAUSE_MS
}

function readLink(links: LinkTokens<Purpose>, purpose: Purpose, token: string): string {
  const id = links.read(purpose, token)
  if (id === undefined) throw new ProblemError(404, 'link.not-found', 'This link is incomplete or has expired.')
  return id
}
