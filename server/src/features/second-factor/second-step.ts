import type { secondStepInput } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import type { Visitor } from '../../platform/http/serve.ts'
import { ProblemError } from '../../platform/problem.ts'
import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import type { Tokens } from '../../platform/secrets/token.ts'
import { consume, reset } from '../../platform/rate-limit/rate-limit.ts'
import { strict, type RateLimit } from '../../platform/rate-limit/rate-limit-rule.ts'
import { mailAccount } from '../users/account-mail.ts'
import { startSession, wrongPassword, type AfterPassword } from '../users/sign-in.ts'
import { findUser, replacePasswordHash } from '../users/user-store.ts'
import { checkRecoveryCode, checkTotp } from './check-factor.ts'
import { listMethods } from './factor-store.ts'
import { recoveryCodeWasUsed } from './factor-mails.ts'
import { checkPasskey, listUsablePasskeys, relyingParty } from './passkey.ts'
import { countTicketAttempt, deleteTicket, findTicket, insertTicket, updateChallenge } from './ticket-store.ts'

export interface SecondFactorNeeds {
  readonly tokens: Tokens
  readonly seal: Seal
}

/** Returns the step after the right password: for a user with a second factor it throws a 401 with a ticket. */
export function demandSecondStep({ config, db, now }: Context): AfterPassword {
  return async ({ user: { userId }, passwordHash }, visitor) => {
    const methods = await listMethods(db, userId, relyingParty(config, visitor).id)
    if (methods === undefined) return
    const { token, hash } = newRandomToken()
    await db.transaction().execute(async (tx) => {
      // A password change since its verification has ended all earlier tickets.
      if (!(await replacePasswordHash(tx, userId, { from: passwordHash, to: passwordHash }))) throw wrongPassword()
      await insertTicket(tx, { tokenHash: hash, userId, now: now() })
    })
    const secondStep = { ticket: token, methods }
    throw new ProblemError(401, 'second-factor.required', 'Please confirm that it is you.', { secondStep })
  }
}

export async function challengePasskey(context: Context, token: string, visitor: Visitor) {
  const { db, now } = context
  const { askPasskey } = await import('./webauthn.ts')
  const rp = relyingParty(context.config, visitor)
  const tokenHash = hashToken(token)
  const ticket = await findTicket(db, tokenHash, now())
  if (!ticket) throw ticketIsOver()
  const options = await askPasskey(rp, await listUsablePasskeys(db, ticket.userId, rp))
  if (!(await updateChallenge(db, tokenHash, { challenge: options.challenge, now: now() }))) throw ticketIsOver()
  return { ...options }
}

/** Completes a sign-in. The attempt is counted on the ticket and for the account before anything is compared. */
export async function completeSignIn(
  context: Context,
  { tokens, seal }: SecondFactorNeeds,
  input: z.output<typeof secondStepInput>,
  visitor: Visitor,
): Promise<string> {
  const { db, log, now } = context
  const tokenHash = hashToken(input.ticket)
  const ticket = await countTicketAttempt(db, tokenHash, now())
  if (!ticket) throw ticketIsOver()
  const { userId, challenge } = ticket
  const limits = [secondStepLimit(userId)]
  await consume(context, visitor.address, limits)
  if (!(await isRight())) {
    log.warn({ event: 'second-factor.denied', userId, address: visitor.address })
    throw wrongCode(input.recoveryCode !== undefined ? 'recoveryCode' : input.code === undefined ? 'passkey' : 'code')
  }
  await reset(context, limits)
  const user = await findUser(db, userId)
  const jwt = await db.transaction().execute(async (tx) => {
    if (!user || !(await deleteTicket(tx, tokenHash))) throw ticketIsOver()
    if (input.recoveryCode !== undefined) await mailAccount(context, tx, user, recoveryCodeWasUsed())
    return startSession({ ...context, db: tx }, tokens, user, { ...visitor, browserId: input.browserId })
  })
  context.mail.wake()
  log.info({ event: 'sign-in.ok', userId })
  return jwt

  async function isRight(): Promise<boolean> {
    if (input.code !== undefined) return checkTotp(context, seal, { userId, code: input.code, isConfirmed: true })
    if (input.passkey !== undefined)
      return checkPasskey(context, { userId, challenge, credential: input.passkey }, visitor)
    return input.recoveryCode !== undefined && checkRecoveryCode(context, userId, input.recoveryCode)
  }
}

/** `owned`: only someone who knows the password gets this far. */
export function secondStepLimit(userId: string): RateLimit {
  return { ...strict(`second-step:${userId}`), owned: true }
}

export function wrongCode(field: 'code' | 'recoveryCode' | 'passkey'): ProblemError {
  const message = field === 'passkey' ? 'This passkey could not be confirmed' : 'This code is not right'
  return new ProblemError(401, 'second-factor.wrong', message, { errors: { [field]: [message] } })
}

function ticketIsOver(): ProblemError {
  return new ProblemError(401, 'ticket.invalid', 'This took too long, or too many tries. Please sign in again.')
}
