import { toTimestamp, type SecondFactors, type SecondStepMethod } from '@greenhouse/contract'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { deletePasskeys, listPasskeys } from './passkey-store.ts'

export interface Totp {
  readonly sealedSecret: string
  /** Milliseconds since 1970; null until a first code has proved that the app has the secret. */
  readonly confirmedAt: number | null
}

/** Replaces an unconfirmed authenticator app; false when there is a confirmed one. */
export async function insertTotp(
  tx: Tx,
  { userId, sealedSecret, now }: { userId: string; sealedSecret: string; now: number },
): Promise<boolean> {
  await tx.deleteFrom('totp').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totp')
    .values({ user_id: userId, sealed_secret: sealedSecret, created_at: now, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function findTotp(db: Db, userId: string): Promise<Totp | undefined> {
  const row = await db.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row && { sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at }
}

/** Marks the code of a step as used; false when that one or a later one was used before. */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function confirmTotp(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.updateTable('totp').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('totp').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  codes: ReadonlyArray<{ id: string; codeHash: string }>,
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (codes.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(codes.map(({ id, codeHash }) => ({ id, user_id: userId, code_hash: codeHash })))
    .execute()
}

export async function listRecoveryCodes(db: Db, userId: string): Promise<Array<{ id: string; codeHash: string }>> {
  const rows = await db
    .selectFrom('recovery_code')
    .select(['id', 'code_hash'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, code_hash }) => ({ id, codeHash: code_hash }))
}

export async function deleteRecoveryCode(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recovery_code').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the methods of the user's second step at the host `rpId`; undefined when the password suffices. */
export async function listMethods(db: Db, userId: string, rpId?: string): Promise<SecondStepMethod[] | undefined> {
  const hasApp = typeof (await findTotp(db, userId))?.confirmedAt === 'number'
  const passkeys = await listPasskeys(db, userId)
  if (!hasApp && passkeys.length === 0) return undefined
  const methods: SecondStepMethod[] = passkeys.some((passkey) => passkey.rpId === rpId) ? ['passkey'] : []
  if (hasApp) methods.push('totp')
  if ((await listRecoveryCodes(db, userId)).length > 0) methods.push('recovery-code')
  return methods
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await listMethods(db, userId)) !== undefined
}

export async function describeFactors(db: Db, userId: string): Promise<Omit<SecondFactors, 'required'>> {
  const totp = await findTotp(db, userId)
  const passkeys = await listPasskeys(db, userId)
  return {
    totp: totp && totp.confirmedAt !== null ? { createdAt: toTimestamp(totp.confirmedAt) } : null,
    passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      passkeyId,
      name,
      createdAt: toTimestamp(createdAt),
      lastUsedAt: toTimestamp(lastUsedAt),
    })),
    recoveryCodesLeft: (await listRecoveryCodes(db, userId)).length,
  }
}

export async function deleteAllFactors(tx: Tx, userId: string): Promise<void> {
  await deleteTotp(tx, userId)
  await deletePasskeys(tx, userId)
  await replaceRecoveryCodes(tx, userId, [])
}
