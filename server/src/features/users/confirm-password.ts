import type { Context } from '../../platform/context.ts'
import type { Member } from '../../platform/http/serve.ts'
import { ProblemError } from '../../platform/problem.ts'
import { consume, reset } from '../../platform/rate-limit/rate-limit.ts'
import { isSessionYounger } from './session-store.ts'
import { ownPasswordLimit } from './sign-in-limits.ts'
import { findPasswordHash } from './user-store.ts'

/** A younger session proves the password. */
const FRESH_MS = 10 * 60_000

/**
 * A stolen session must not suffice to take over an account or to lock its owner out. Without a password (older clients
 * send none) only a recent session passes. The 401 is about the password, not the session.
 */
export async function confirmPassword(
  context: Context,
  { userId, sessionId, address }: Member,
  password: string | undefined,
  field: 'password' | 'accountPassword' = 'password',
): Promise<void> {
  const { db, log, now, passwords } = context
  if (password === undefined) {
    if (await isSessionYounger(db, sessionId, { than: FRESH_MS, now: now() })) return
    throw new ProblemError(401, 'confirm.password', 'Please confirm this with your password.', {
      errors: { [field]: ['Password is required'] },
    })
  }
  const limits = [ownPasswordLimit(userId, sessionId)]
  await consume(context, address, limits)
  if (!(await passwords.verify(password, await findPasswordHash(db, userId)))) {
    log.warn({ event: 'password.denied', userId })
    const errors = { [field]: ['Password is incorrect'] }
    throw new ProblemError(401, 'password.wrong', 'This is not your password.', { errors })
  }
  await reset(context, limits)
}
