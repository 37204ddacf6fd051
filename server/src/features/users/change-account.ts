import { NOT_YOUR_EMAIL, SAME_EMAIL, type User } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Member } from '../../platform/http/serve.ts'
import { hashPassword, verifyPassword } from '../../platform/password.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { COMMON_PASSWORD, isCommonPassword } from './common-password.ts'
import { deleteAllSessions, deleteOtherSessions } from './session-store.ts'
import { forget, tryOnce } from './sign-in.ts'
import { findPasswordHash, findUser, sameEmail, updateEmail, updatePasswordHash } from './user-store.ts'

/** Changes the address of an account and ends all its sessions: whoever holds it signs in anew. */
export async function changeEmail(
  { db, log, sockets }: Context,
  { userId }: Member,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<User> {
  const known = await findUser(db, userId)
  if (!known) throw notFound('user')
  if (!sameEmail(known.email, oldEmail)) throw invalid('oldEmail', NOT_YOUR_EMAIL)
  if (sameEmail(known.email, newEmail)) throw invalid('newEmail', SAME_EMAIL)
  const user = await updateEmail(db, userId, newEmail)
  if (!user) {
    const errors = { newEmail: ['This email is already in use by another user'] }
    throw new ProblemError(400, 'email.taken', 'Email already used.', { errors })
  }
  await deleteAllSessions(db, userId)
  sockets.endUser(userId)
  log.info({ event: 'account.email-changed', userId })
  return user
}

/** Changes the password and ends all other sessions. Wrong guesses of the old one are slowed down like those at the sign-in. */
export async function changePassword(
  context: Context,
  { userId, sessionId }: Member,
  input: { oldPassword: string; newPassword: string; confirm?: string | undefined },
): Promise<void> {
  const { db, log, sockets } = context
  if (input.confirm !== undefined && input.confirm !== input.newPassword)
    throw invalid('confirm', 'Passwords do not match')
  if (isCommonPassword(input.newPassword)) throw invalid('newPassword', COMMON_PASSWORD)
  const keys = [`password:${userId}`]
  await tryOnce(context, keys)
  const hash = await findPasswordHash(db, userId)
  if (!(await verifyPassword(input.oldPassword, hash))) {
    log.warn({ event: 'password.denied', userId })
    const errors = { oldPassword: ['Old password is incorrect'] }
    throw new ProblemError(401, 'password.wrong', 'Invalid old password', { errors })
  }
  await updatePasswordHash(db, userId, await hashPassword(input.newPassword))
  await forget(context, keys)
  await deleteOtherSessions(db, userId, sessionId)
  sockets.endUser(userId, sessionId)
  log.info({ event: 'account.password-changed', userId })
}
