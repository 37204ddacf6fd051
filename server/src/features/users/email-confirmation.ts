import { DAY_MS, userRoutes, type User } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { page } from '../../platform/http/plain-page.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { admits, consume } from '../../platform/rate-limit/rate-limit.ts'
import { ofPerson, type RateLimit } from '../../platform/rate-limit/rate-limit-rule.ts'
import { LinkTokens } from '../../platform/secrets/link-token.ts'
import { hashOf } from './account-mail.ts'
import { confirmEmail, findUser } from './user-store.ts'

const GOOD_FOR_MS = 7 * DAY_MS
/** A day: mails caused by one account, and mails to one address from all accounts. */
const MAILS_OF_ACCOUNT = 10
const MAILS_TO_ADDRESS = 3

export interface EmailConfirmation {
  /** Queues a mail with a confirmation link; none without a mail server or beyond the limits. */
  ask(tx: Tx, user: User): Promise<void>
  serve(): void
}

/** Confirms addresses by a mailed link. Accounts work without. */
export function openEmailConfirmation(context: Context, secret: Uint8Array): EmailConfirmation {
  const { config, db, log, mail, now, serve } = context
  const links = new LinkTokens(secret, { scope: 'account', goodForMs: { confirm: GOOD_FOR_MS }, now })

  async function enqueue(tx: Tx, { userId, email }: User): Promise<void> {
    const token = links.make('confirm', `${userId}~${hashOf(email)}`)
    const url = mail.addressOf(`${userRoutes.confirmEmailPage.path}?token=${token}`)
    await mail.enqueue(tx, {
      to: email,
      subject: 'Please confirm your email',
      text: `Somebody, we hope you, has an account at Greenhouse with this address.\n\nConfirm that it is yours, within 7 days:\n${url}\n\nIf it was not you, do nothing: an address that is not confirmed gets at most three mails a day.\n`,
      expiresAt: now() + GOOD_FOR_MS,
    })
  }

  /** A link for an address that the account no longer has confirms nothing. */
  async function read(token: string): Promise<User> {
    const subject = links.read('confirm', token)
    const [userId = '', hash] = subject?.split('~') ?? []
    const user = subject === undefined ? undefined : await findUser(db, userId)
    if (!user || hashOf(user.email) !== hash) throw linkIsOver()
    return user
  }

  return {
    async ask(tx, user) {
      if (config.smtpUrl === null || !(await admits(tx, limitsOf(user), now()))) return
      await enqueue(tx, user)
    },

    serve() {
      serve(userRoutes.sendConfirmation, async (_, { userId, address }) => {
        if (config.smtpUrl === null) throw new ProblemError(409, 'mail.not-set-up', 'This server sends no mail.')
        const user = found(await findUser(db, userId), 'user')
        if (user.emailConfirmed) return
        await consume(context, address, limitsOf(user))
        await db.transaction().execute((tx) => enqueue(tx, user))
        mail.wake()
      })

      serve(userRoutes.confirmEmailPage, async ({ query }) => {
        await read(query.token)
        return page('Your Greenhouse account', 'Is the account with this address yours?', 'Yes, confirm it')
      })

      serve(userRoutes.confirmEmail, async ({ query }) => {
        const { userId, email } = await read(query.token)
        await confirmEmail(db, userId, { email, now: now() })
        log.info({ event: 'account.email-confirmed', userId })
        return page('Your email is confirmed', 'You can close this page.')
      })
    },
  }
}

function limitsOf({ userId, email }: User): RateLimit[] {
  return [
    ofPerson(`confirm-mail:${userId}`, MAILS_OF_ACCOUNT, DAY_MS),
    ofPerson(`confirm-mail-to:${hashOf(email)}`, MAILS_TO_ADDRESS, DAY_MS),
  ]
}

function linkIsOver(): ProblemError {
  return new ProblemError(404, 'link.not-found', 'This link is incomplete or has expired.')
}
