import { secondFactorRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import type { FactorChanges } from './change-factors.ts'
import { relyingParty } from './passkey.ts'
import {
  deletePasskey,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  takeChallenge,
  updatePasskeyName,
} from './passkey-store.ts'

const CHALLENGE_GOOD_FOR_MS = 5 * 60_000
const PASSKEYS_PER_USER_MAX = 20
const WHAT = 'A passkey'

export function servePasskeys(context: Context, factors: FactorChanges): void {
  const { config, db, newId, now, serve } = context

  serve(secondFactorRoutes.beginPasskey, async ({ body }, member) => {
    const { userId, sessionId } = member
    await confirmPassword(context, member, body?.password)
    const known = await listPasskeys(db, userId)
    if (known.length >= PASSKEYS_PER_USER_MAX)
      throw new ProblemError(
        409,
        'passkey.too-many',
        `There is room for ${PASSKEYS_PER_USER_MAX} passkeys. Remove one first.`,
      )
    const { email } = await factors.ownerOf(userId)
    const { offerPasskey } = await import('./webauthn.ts')
    const options = await offerPasskey(relyingParty(config, member), { userId, email }, known)
    await keepChallenge(db, { sessionId, challenge: options.challenge, expiresAt: now() + CHALLENGE_GOOD_FOR_MS })
    return { ...options }
  })

  serve(secondFactorRoutes.addPasskey, async ({ body }, member) => {
    const { userId, sessionId } = member
    const rp = relyingParty(config, member)
    const challenge = await takeChallenge(db, sessionId, now())
    const { readNewPasskey } = await import('./webauthn.ts')
    const made = challenge === undefined ? undefined : await readNewPasskey(rp, challenge, body.credential)
    if (!made) throw new ProblemError(400, 'passkey.invalid', 'This passkey could not be read. Please try again.')
    const passkey = { ...made, passkeyId: newId(), userId, rpId: rp.id, name: body.name, createdAt: now() }
    return factors.add(member, WHAT, async (tx) => {
      if (!(await insertPasskey(tx, passkey)))
        throw new ProblemError(409, 'passkey.exists', 'This passkey is known already.')
    })
  })

  serve(secondFactorRoutes.renamePasskey, async ({ query, body }, { userId }) => {
    found(await updatePasskeyName(db, userId, query.passkeyId, body.name), 'passkey')
  })

  serve(secondFactorRoutes.removePasskey, async ({ query, body }, member) => {
    const { userId } = member
    const passkeys = await listPasskeys(db, userId)
    const isTheirs = passkeys.some(({ passkeyId }) => passkeyId === query.passkeyId)
    found(isTheirs, 'passkey')
    await confirmPassword(context, member, body.password)
    await factors.remove(member, WHAT, (tx) => deletePasskey(tx, userId, query.passkeyId))
  })
}
