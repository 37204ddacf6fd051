import { secondFactorRoutes, secondStepRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { consume, reset } from '../../platform/rate-limit/rate-limit.ts'
import { changeFactors } from './change-factors.ts'
import { checkTotp } from './check-factor.ts'
import { confirmTotp, deleteTotp, describeFactors, findTotp, hasSecondFactor, insertTotp } from './factor-store.ts'
import { servePasskeys } from './passkey-routes.ts'
import { challengePasskey, completeSignIn, secondStepLimit, wrongCode, type SecondFactorNeeds } from './second-step.ts'
import { newTotpSecret, totpUri } from './totp.ts'

const APP = 'An authenticator app'

export function serveSecondFactors(context: Context, needs: SecondFactorNeeds): void {
  const { config, db, log, now, serve } = context
  const { seal } = needs
  const factors = changeFactors(context)

  serve(secondStepRoutes.complete, async ({ body }, visitor) => ({
    jwt: await completeSignIn(context, needs, body, visitor),
  }))

  serve(secondStepRoutes.challenge, ({ body }, visitor) => challengePasskey(context, body.ticket, visitor))

  serve(secondFactorRoutes.list, async (_, { userId }) => ({
    ...(await describeFactors(db, userId)),
    required: config.requireMfa,
  }))

  serve(secondFactorRoutes.beginTotp, async ({ body }, member) => {
    const { userId } = member
    await confirmPassword(context, member, body?.password)
    const { email } = await factors.ownerOf(userId)
    const secret = newTotpSecret()
    const sealedSecret = seal.seal(secret, userId)
    const isNew = await db.transaction().execute((tx) => insertTotp(tx, { userId, sealedSecret, now: now() }))
    if (!isNew) throw new ProblemError(409, 'totp.exists', 'You have an authenticator app already. Remove it first.')
    return { secret, uri: totpUri(secret, email) }
  })

  serve(secondFactorRoutes.confirmTotp, async ({ body }, member) => {
    const { userId, address } = member
    const isUnconfirmed = (await findTotp(db, userId))?.confirmedAt === null
    found(isUnconfirmed, 'authenticator app to confirm')
    const limits = [secondStepLimit(userId)]
    await consume(context, address, limits)
    if (!(await checkTotp(context, seal, { userId, code: body.code, isConfirmed: false }))) throw wrongCode('code')
    await reset(context, limits)
    return factors.add(member, APP, (tx) => confirmTotp(tx, userId, now()))
  })

  serve(secondFactorRoutes.removeTotp, async ({ body }, member) => {
    await confirmPassword(context, member, body.password)
    await factors.remove(member, APP, (tx) => deleteTotp(tx, member.userId))
  })

  serve(secondFactorRoutes.renewRecoveryCodes, async ({ body }, member) => {
    await confirmPassword(context, member, body.password)
    found(await hasSecondFactor(db, member.userId), 'second factor')
    const recoveryCodes = await factors.renewCodes(member.userId)
    log.info({ event: 'second-factor.codes-renewed', userId: member.userId })
    return { recoveryCodes }
  })

  servePasskeys(context, factors)
}
