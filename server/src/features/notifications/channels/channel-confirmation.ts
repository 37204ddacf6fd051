import { createHash } from 'node:crypto'
import { channelRoutes, DAY_MS, HOUR_MS } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { page } from '../../../platform/http/plain-page.ts'
import type { OutgoingMail } from '../../../platform/mail/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { consume } from '../../../platform/rate-limit/rate-limit.ts'
import { daily } from '../../../platform/rate-limit/rate-limit-rule.ts'
import { LinkTokens } from '../../../platform/secrets/link-token.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import { confirmChannel, findAnyChannel, type StoredChannel } from './channel-store.ts'
import { openTarget } from './channel-target.ts'
import { UNREADABLE } from '../outbox/deliver-channel.ts'
import { rescheduleWaiting } from '../outbox/notification-store.ts'

/** Mails that one person can cause in a day, and that one address gets from everybody together. */
const MAILS_EACH = 10
const MAILS_TO_EACH = 3
export const CONFIRMED_WITHIN_MS = DAY_MS

export type ConfirmationLinks = LinkTokens<'confirm'>

export function channelLinks(secret: Uint8Array, now: () => number): ConfirmationLinks {
  return new LinkTokens(secret, { scope: 'channel', goodForMs: { confirm: CONFIRMED_WITHIN_MS }, now })
}

/**
 * Counts a confirmation mail before it is written. Account addresses are no exception: nobody has confirmed them, and
 * a stranger's address must not receive messages.
 * @throws ProblemError 409 on a server without mail, 429 beyond the limits: strangers must not be mailed at will
 */
export async function admitConfirmation(
  context: Context,
  { userId, address }: { readonly userId: string; readonly address: string },
  email: string,
): Promise<void> {
  if (context.config.smtpUrl === null)
    throw new ProblemError(409, 'mail.not-set-up', 'This server sends no mail. Choose another channel.')
  const to = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  await consume(context, address, [
    { ...daily(`channel-mail:${userId}`, MAILS_EACH), owned: true },
    daily(`channel-mail-to:${to}`, MAILS_TO_EACH),
  ])
}

/** Returns the mail with the link. It holds nothing that a member typed. */
export function confirmationMail(
  { mail, now }: Pick<Context, 'mail' | 'now'>,
  links: ConfirmationLinks,
  { channelId, email }: { readonly channelId: string; readonly email: string },
): OutgoingMail {
  const token = links.make('confirm', subjectOf(channelId, email))
  const url = mail.addressOf(`${channelRoutes.confirmPage.path}?token=${token}`)
  return {
    to: email,
    subject: 'Please confirm: alerts of Greenhouse',
    text: `Somebody, we hope you, wants the alerts of a Greenhouse sent to this address.\n\nConfirm it here, within ${CONFIRMED_WITHIN_MS / HOUR_MS} hours:\n${url}\n\nIf it was not you, do nothing: nothing else will be sent.\n`,
    expiresAt: now() + CONFIRMED_WITHIN_MS,
  }
}

export function serveConfirmation(
  { db, log, now, serve }: Context,
  { seal, links, wake }: { readonly seal: Seal; readonly links: ConfirmationLinks; readonly wake: () => void },
): void {
  serve(channelRoutes.confirmPage, async ({ query }) => {
    await read(query.token)
    return page('Alerts of a Greenhouse', 'Do you want to receive them at this address?', 'Yes, send them')
  })

  serve(channelRoutes.confirm, async ({ query }) => {
    const { channelId, userId } = await read(query.token)
    if (!(await confirmChannel(db, channelId, now()))) throw linkIsOver()
    await rescheduleWaiting(db, channelId, { answer: UNREADABLE, dueAt: now() })
    wake()
    log.info({ event: 'channel.confirmed', channelId, userId })
    return page('The address is confirmed', 'You’ll get alerts here. They can be turned off in the settings.')
  })

  /** A link for an address that the channel no longer has confirms nothing. */
  async function read(token: string): Promise<StoredChannel> {
    const subject = links.read('confirm', token)
    const [channelId = ''] = subject?.split('~') ?? []
    const channel = subject === undefined ? undefined : await findAnyChannel(db, channelId)
    const target = channel && openTarget(seal, channel.sealedTarget, channelId)
    if (!channel || target?.kind !== 'email' || subjectOf(channelId, target.address) !== subject) throw linkIsOver()
    return channel
  }
}

function subjectOf(channelId: string, email: string): string {
  return `${channelId}~${createHash('sha256').update(email).digest('base64url')}`
}

function linkIsOver(): ProblemError {
  return new ProblemError(404, 'link.not-found', 'This link is incomplete or has expired.')
}
