import { createHash } from 'node:crypto'
import type { LoginInput, RegisterInput, User } from '@greenhouse/contract'
import { oldEnough, TOO_YOUNG } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Visitor } from '../../platform/http/serve.ts'
import { hashPassword, verifyPassword } from '../../platform/password.ts'
import { networkOf } from '../../platform/network.ts'
import { invalid, ProblemError } from '../../platform/problem.ts'
import type { Tokens } from '../../platform/token.ts'
import { countAttempt, forgetAttempts } from './attempt-store.ts'
import { COMMON_PASSWORD, isCommonPassword, namesOf } from './common-password.ts'
import { deviceName } from './device-name.ts'
import { addUser, isRegistrationOpen, registrationClosed } from './registration-open.ts'
import { insertSession, SESSION_LONGEST_MS } from './session-store.ts'
import { pauseInWords } from './throttle.ts'
import { findCredentials, isReserved } from './user-store.ts'

/** The clocks that are furthest ahead of UTC. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000

/** Opens an account and its first session. Throws when the door is closed, a field is wrong or the address is taken. */
export async function register(
  context: Context,
  tokens: Tokens,
  input: RegisterInput,
  visitor: Visitor,
): Promise<string> {
  const { db, log, newId, now } = context
  if (!(await isRegistrationOpen(context))) throw registrationClosed()
  // Somewhere on earth it is already tomorrow: whoever turns five there today is old enough.
  const latestToday = new Date(now() + FURTHEST_AHEAD_MS).toISOString().slice(0, 10)
  if (!oldEnough(input.birthday, latestToday)) throw invalid('birthday', TOO_YOUNG)
  if (await isCommonPassword(input.password, namesOf(input))) throw invalid('password', COMMON_PASSWORD)
  await tryOnce(context, [`register:${networkOf(visitor.address)}`])

  const { password, ...person } = input
  const account = { ...person, id: newId(), passwordHash: await hashPassword(password), createdAt: now() }
  const user = (await isReserved(db, input.email, { now: now() })) ? undefined : await addUser(context, account)
  if (!user)
    throw new ProblemError(400, 'email.taken', 'Email: User with that email already exists', {
      errors: { email: ['User with that email already exists'] },
    })
  await forget(context, [`register:${networkOf(visitor.address)}`])
  log.info({ event: 'account.registered', userId: user.userId })
  return startSession(context, tokens, user, visitor)
}

/** What else a person has to show once the password was right; throws when that is still to come. */
export type AfterPassword = (user: User, visitor: Visitor) => Promise<void>

/** Opens a session. Wrong password and unknown address answer alike, after the same work. */
export async function signIn(
  context: Context,
  tokens: Tokens,
  input: LoginInput & { afterPassword: AfterPassword },
  visitor: Visitor,
): Promise<string> {
  const { db, log } = context
  const account = accountKey(input.email)
  const keys = [account, `address:${networkOf(visitor.address)}`]
  await tryOnce(context, keys)
  const found = await findCredentials(db, input.email)
  if (!(await verifyPassword(input.password, found?.passwordHash)) || !found) {
    log.warn({ event: 'sign-in.denied', address: visitor.address })
    throw new ProblemError(401, 'sign-in.wrong', 'Incorrect email or password')
  }
  await forget(context, keys)
  if (found.isLocked)
    throw new ProblemError(403, 'account.locked', 'This account is locked. Ask whoever runs this server.')
  await input.afterPassword(found.user, visitor)
  log.info({ event: 'sign-in.ok', userId: found.user.userId })
  return startSession(context, tokens, found.user, visitor)
}

/** Counts an attempt before it is made. Throws a 429 when one of the keys has to wait. */
export async function tryOnce({ db, log, now }: Context, keys: readonly string[]): Promise<void> {
  const wait = await db.transaction().execute((tx) => countAttempt(tx, keys, now()))
  if (wait === 0) return
  log.warn({ event: 'sign-in.throttled' })
  throw new ProblemError(429, 'sign-in.throttled', `Too many attempts. Try again in ${pauseInWords(wait)}.`, {
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}

/** Forgets what was counted: the attempt was a good one. */
export async function forget({ db }: Context, keys: readonly string[]): Promise<void> {
  await db.transaction().execute((tx) => forgetAttempts(tx, keys))
}

export async function startSession(
  { db, newId, now }: Context,
  tokens: Tokens,
  user: User,
  visitor: Visitor,
): Promise<string> {
  const sessionId = newId()
  await insertSession(db, { id: sessionId, userId: user.userId, device: deviceName(visitor.userAgent), now: now() })
  return tokens.sign({ ...user, sessionId }, now() + SESSION_LONGEST_MS)
}

/** The table of attempts holds no addresses of people, only something that is the same for the same one. */
function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`
}
