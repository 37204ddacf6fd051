import type { Context } from '../../platform/context.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { deleteRecoveryCode, findTotp, listRecoveryCodes, useStep } from './factor-store.ts'
import { normalizeRecoveryCode } from './recovery-code.ts'
import { matchStep } from './totp.ts'

interface TypedCode {
  readonly userId: string
  readonly code: string
  /** False for the app that this code is to confirm. */
  readonly isConfirmed: boolean
}

/** Returns whether it is a code of the user's app. Uses it up, so that someone who saw it typed can't reuse it. */
export async function checkTotp(
  { db, log, now }: Context,
  seal: Seal,
  { userId, code, isConfirmed }: TypedCode,
): Promise<boolean> {
  const totp = await findTotp(db, userId)
  if (!totp || (totp.confirmedAt !== null) !== isConfirmed) return false
  const secret = seal.open(totp.sealedSecret, userId)
  // Sealed with another secret of this installation: only a recovery code or the operator helps.
  if (secret === undefined) log.error({ event: 'second-factor.unreadable', userId })
  const step = secret === undefined ? undefined : matchStep(secret, code, now())
  return step !== undefined && useStep(db, userId, step)
}

export async function checkRecoveryCode({ db, passwords }: Context, userId: string, typed: string): Promise<boolean> {
  const code = normalizeRecoveryCode(typed)
  for (const { id, codeHash } of await listRecoveryCodes(db, userId)) {
    if (await passwords.verify(code, codeHash)) return deleteRecoveryCode(db, id)
  }
  return false
}
