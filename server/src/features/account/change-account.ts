import { NOT_YOUR_EMAIL, SAME_EMAIL, type emailChange, type User } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { Member } from '../../platform/http/serve.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { consume, giveBack, reset } from '../../platform/rate-limit/rate-limit.ts'
import { strict } from '../../platform/rate-limit/rate-limit-rule.ts'
import { revokeAccess } from '../users/access-store.ts'
import { mailAccount } from '../users/account-mail.ts'
import { COMMON_PASSWORD, isCommonPassword, namesOf } from '../users/common-password.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import type { EmailConfirmation } from '../users/email-confirmation.ts'
import { ownPasswordLimit } from '../users/sign-in-limits.ts'
import {
  findPasswordHash,
  findUser,
  isReserved,
  sameEmail,
  updateEmail,
  updatePasswordHash,
} from '../users/user-store.ts'
import { addressWasChanged, passwordWasChanged } from './account-mails.ts'
import { makeUndoLink } from './undo-email.ts'

/** Ends all sessions and links. Mails the old address a link that undoes the change, the new one a confirmation. */
export async function changeEmail(
  context: Context,
  confirmation: EmailConfirmation,
  member: Member,
  { oldEmail, newEmail, password }: z.output<typeof emailChange>,
): Promise<User> {
  const { db, log, mail, now, sockets } = context
  const { userId, address } = member
  // The reply reveals which addresses have accounts.
  await consume(context, address, [{ ...strict(`email:${userId}`), owned: true }])
  const known = found(await findUser(db, userId), 'user')
  if (!sameEmail(known.email, oldEmail)) throw invalid('oldEmail', NOT_YOUR_EMAIL)
  if (sameEmail(known.email, newEmail)) throw invalid('newEmail', SAME_EMAIL)
  await confirmPassword(context, member, password)
  const change = async (tx: Tx) => {
    if (await isReserved(tx, newEmail, { now: now(), exceptUserId: userId })) return undefined
    const changed = await updateEmail(tx, userId, { email: newEmail, confirmedAt: null })
    if (!changed) return undefined
    await revokeAccess(tx, userId)
    const path = await makeUndoLink(tx, { userId, email: known.email, now: now() })
    await mailAccount(context, tx, known, addressWasChanged(mail.addressOf(path)))
    await confirmation.ask(tx, changed)
    return changed
  }
  const user = await db
    .transaction()
    .execute(change)
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return undefined
      throw error
    })
  if (!user) {
    const errors = { newEmail: ['This email is already in use by another user'] }
    throw new ProblemError(400, 'email.taken', 'Email already used.', { errors })
  }
  sockets.endUser(userId)
  mail.wake()
  log.info({ event: 'account.email-changed', userId })
  return user
}

/** Ends all other sessions. Limited like sign-ins, since each attempt costs two hashes. */
export async function changePassword(
  context: Context,
  { userId, sessionId, address }: Member,
  input: { oldPassword: string; newPassword: string; confirm?: string | undefined },
): Promise<void> {
  const { db, log, mail, passwords, sockets } = context
  if (input.confirm !== undefined && input.confirm !== input.newPassword)
    throw invalid('confirm', 'Passwords do not match')
  const user = found(await findUser(db, userId), 'user')
  if (await isCommonPassword(input.newPassword, namesOf(user))) throw invalid('newPassword', COMMON_PASSWORD)
  const guesses = ownPasswordLimit(userId, sessionId)
  const changes = { ...strict(`password-change:${userId}`), owned: true }
  await consume(context, address, [guesses, changes])
  const hash = await findPasswordHash(db, userId)
  if (!(await passwords.verify(input.oldPassword, hash))) {
    log.warn({ event: 'password.denied', userId })
    await giveBack(context, [changes])
    const errors = { oldPassword: ['Old password is incorrect'] }
    throw new ProblemError(401, 'password.wrong', 'Invalid old password', { errors })
  }
  const newHash = await passwords.hash(input.newPassword)
  await db.transaction().execute(async (tx) => {
    await updatePasswordHash(tx, userId, newHash)
    await revokeAccess(tx, userId, sessionId)
    const user = await findUser(tx, userId)
    if (user) await mailAccount(context, tx, user, passwordWasChanged())
  })
  sockets.endUser(userId, sessionId)
  mail.wake()
  await reset(context, [guesses])
  log.info({ event: 'account.password-changed', userId })
}
