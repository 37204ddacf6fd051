import type { passwordReset } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { Visitor } from '../../platform/http/serve.ts'
import { invalid, ProblemError } from '../../platform/problem.ts'
import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'
import { reset } from '../../platform/rate-limit/rate-limit.ts'
import { secondStepLimit } from '../second-factor/second-step.ts'
import { revokeAccess } from '../users/access-store.ts'
import { mailAccount } from '../users/account-mail.ts'
import { COMMON_PASSWORD, isCommonPassword, namesOf } from '../users/common-password.ts'
import { listKnownPlaces } from '../users/known-place-store.ts'
import { limitsOfAccount } from '../users/sign-in-limits.ts'
import { confirmEmail, findUser, findAccount, updatePasswordHash } from '../users/user-store.ts'
import { passwordWasReset, resetLink } from './account-mails.ts'
import { findLink, hasLinkSince, insertLink, takeLink } from './link-store.ts'

const RESET_GOOD_FOR_MS = 15 * 60_000
/** Pause between two such mails to an address, so that strangers can't fill a mailbox. */
const MAIL_PAUSE_MS = 5 * 60_000

/** Returns the path of the link's page with the secret. Using the link confirms `email`, to which it is mailed. */
export async function makeResetLink(tx: Tx, userId: string, now: number, email?: string): Promise<string> {
  const { token, hash } = newRandomToken()
  const expiresAt = now + RESET_GOOD_FOR_MS
  await insertLink(tx, { tokenHash: hash, userId, purpose: 'reset', now, expiresAt, ...(email ? { email } : {}) })
  return `/reset#token=${token}`
}

export async function mailResetLink(context: Context, email: string): Promise<void> {
  const { db, log, mail, now } = context
  const sentTo = await db.transaction().execute(async (tx) => {
    const user = await findAccount(tx, email)
    if (!user || user.isLocked) return undefined
    if (await hasLinkSince(tx, user.userId, 'reset', now() - MAIL_PAUSE_MS)) return undefined
    const path = await makeResetLink(tx, user.userId, now(), user.email)
    const isSent = await mailAccount(context, tx, user, resetLink(mail.addressOf(path), now() + RESET_GOOD_FOR_MS))
    return isSent ? user.userId : undefined
  })
  if (sentTo === undefined) return
  log.info({ event: 'password.reset-mailed', userId: sentTo })
  mail.wake()
}

/** Sets a new password by a link. Ends all sessions and links of the account, and mails its owner. */
export async function resetPassword(
  context: Context,
  input: z.output<typeof passwordReset>,
  visitor: Visitor,
): Promise<void> {
  const { db, log, mail, now, passwords, sockets } = context
  if (input.confirm !== undefined && input.confirm !== input.newPassword)
    throw invalid('confirm', 'Passwords do not match')
  const wanted = { tokenHash: hashToken(input.token), purpose: 'reset', now: now() } as const
  // Checked before the password is hashed, so that an invented token does not cost a hash.
  const link = await findLink(db, wanted)
  const owner = link && (await findUser(db, link.userId))
  if (!owner) throw linkIsOver()
  if (await isCommonPassword(input.newPassword, namesOf(owner))) throw invalid('newPassword', COMMON_PASSWORD)
  const passwordHash = await passwords.hash(input.newPassword)
  const user = await db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, { ...wanted, now: now() })
    const user = link && (await findUser(tx, link.userId))
    if (!user) return undefined
    await updatePasswordHash(tx, user.userId, passwordHash)
    await revokeAccess(tx, user.userId)
    if (link.email !== null) await confirmEmail(tx, user.userId, { email: link.email, now: now() })
    await mailAccount(context, tx, user, passwordWasReset())
    return user
  })
  if (!user) throw linkIsOver()
  const { userId, email } = user
  sockets.endUser(userId)
  mail.wake()
  // Wrong guesses of the old password must not delay the owner, who has the new one.
  const places = await listKnownPlaces(db, userId)
  await reset(context, [secondStepLimit(userId), ...limitsOfAccount(email, visitor, places)])
  log.info({ event: 'account.password-reset', userId })
}

export function linkIsOver(): ProblemError {
  return new ProblemError(404, 'link.not-found', 'This link is no longer good. Please ask for a new one.')
}
