import type { LoginInput, RegisterInput, User } from '@greenhouse/contract'
import { oldEnough, TOO_YOUNG, toTimestamp } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Visitor } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import { invalid, ProblemError } from '../../platform/problem.ts'
import { consume, giveBack, reset } from '../../platform/rate-limit/rate-limit.ts'
import { daily, strict } from '../../platform/rate-limit/rate-limit-rule.ts'
import type { Tokens } from '../../platform/secrets/token.ts'
import { COMMON_PASSWORD, isCommonPassword, namesOf } from './common-password.ts'
import { browserName } from './browser-name.ts'
import type { EmailConfirmation } from './email-confirmation.ts'
import { addUser, type OnAdded, isRegistrationOpen, registrationClosed } from './registration-open.ts'
import { findKnownPlaces, noteKnownPlaces } from './known-place-store.ts'
import { insertSession, SESSION_LONGEST_MS } from './session-store.ts'
import { hashesOf, placeOf, signInLimits } from './sign-in-limits.ts'
import { findCredentials, isReserved, replacePasswordHash } from './user-store.ts'

/** The time zone furthest ahead of UTC. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000

interface Registration {
  readonly tokens: Tokens
  readonly confirmation: EmailConfirmation
  /** Adds what each account starts with. */
  readonly onAdded: OnAdded
  /** Whether an invitation is open, which admits where registration is closed. */
  readonly isInvitation: (token: string) => Promise<boolean>
}

/** Throws when registration is closed, a field is wrong or the address is taken. */
export async function register(
  context: Context,
  { tokens, confirmation, onAdded, isInvitation }: Registration,
  input: RegisterInput,
  visitor: Visitor,
): Promise<string> {
  const { config, db, log, mail, newId, now, passwords } = context
  const { invitation, ...typed } = input
  const isInvited = invitation !== undefined && (await isInvitation(invitation))
  if (!isInvited && !(await isRegistrationOpen(context))) throw registrationClosed()
  // In time zones ahead of UTC it may be tomorrow already.
  const latestToday = toTimestamp(now() + FURTHEST_AHEAD_MS).slice(0, 10)
  if (!oldEnough(input.birthday, latestToday)) throw invalid('birthday', TOO_YOUNG)
  if (await isCommonPassword(input.password, namesOf(input))) throw invalid('password', COMMON_PASSWORD)
  const network = networkOf(visitor.address)
  const answered = strict(`register:${network}`)
  const made = config.registrationsPerDay === 0 ? [] : [daily(`registered:${network}`, config.registrationsPerDay)]
  await consume(context, visitor.address, [answered, ...made])

  const { password, browserId, ...person } = typed
  const account = { ...person, id: newId(), passwordHash: await passwords.hash(password), createdAt: now() }
  const user = (await isReserved(db, input.email, { now: now() }))
    ? undefined
    : await addUser(context, account, { isInvited, onAdded })
  if (!user) {
    // The reply reveals that there is such an account, so it stays counted against the network's limit.
    await giveBack(context, made)
    throw new ProblemError(400, 'email.taken', 'Email: User with that email already exists', {
      errors: { email: ['User with that email already exists'] },
    })
  }
  await giveBack(context, [answered])
  log.info({ event: 'account.registered', userId: user.userId })
  await db.transaction().execute((tx) => confirmation.ask(tx, user))
  mail.wake()
  return startSession(context, tokens, user, { ...visitor, browserId })
}

/** Called after the right password. Throws when a second step is required. */
export type AfterPassword = (found: { user: User; passwordHash: string }, visitor: Visitor) => Promise<void>

/** Opens a session. A wrong password and an unknown address get the same reply, after the same work. */
export async function signIn(
  context: Context,
  tokens: Tokens,
  input: LoginInput & { afterPassword: AfterPassword },
  visitor: Visitor,
): Promise<string> {
  const { db, log, passwords } = context
  const { email, password, browserId } = input
  const found = await findCredentials(db, email)
  const userId = found?.user.userId ?? ''
  const place = placeOf(userId, browserId, visitor)
  const { own, common } = signInLimits(email, visitor, place, await findKnownPlaces(db, userId, hashesOf(place)))
  await consume(context, visitor.address, [own, ...common])
  if (!(await passwords.verify(password, found?.passwordHash)) || !found) {
    log.warn({ event: 'sign-in.denied', address: visitor.address })
    throw wrongPassword()
  }
  await reset(context, [own])
  await giveBack(context, common)
  if (found.isLocked)
    throw new ProblemError(403, 'account.locked', 'This account is locked. Ask whoever runs this server.')
  await input.afterPassword(found, visitor)
  // An outdated hash can only be replaced while the password is known.
  const { passwordHash: from } = found
  const to = passwords.isOutdated(from) ? await passwords.hash(password) : from
  const jwt = await db.transaction().execute(async (tx) => {
    // A password change since its verification has ended all earlier sessions.
    if (!(await replacePasswordHash(tx, userId, { from, to }))) throw wrongPassword()
    return startSession({ ...context, db: tx }, tokens, found.user, { ...visitor, browserId })
  })
  log.info({ event: 'sign-in.ok', userId })
  return jwt
}

export function wrongPassword(): ProblemError {
  return new ProblemError(401, 'sign-in.wrong', 'Incorrect email or password')
}

/** Opens a session after all checks, and stores its place as known to the account. Returns its token. */
export async function startSession(
  { db, newId, now }: Context,
  tokens: Tokens,
  user: User,
  visitor: Visitor & { browserId?: string | undefined },
): Promise<string> {
  const sessionId = newId()
  await noteKnownPlaces(db, user.userId, hashesOf(placeOf(user.userId, visitor.browserId, visitor)), now())
  await insertSession(db, { id: sessionId, userId: user.userId, device: browserName(visitor.userAgent), now: now() })
  return tokens.sign({ ...user, sessionId }, now() + SESSION_LONGEST_MS)
}
