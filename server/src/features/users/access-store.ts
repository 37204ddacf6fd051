import type { Tx } from '../../platform/db/schema.ts'

/** Writes tables of other features, so that no caller can forget a kind of token. */
export async function revokeAccess(tx: Tx, userId: string, exceptSessionId?: string): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .execute()
  await tx.deleteFrom('sign_in_ticket').where('user_id', '=', userId).execute()
  await tx.deleteFrom('download_ticket').where('user_id', '=', userId).execute()
  await tx.deleteFrom('account_link').where('user_id', '=', userId).where('purpose', '=', 'reset').execute()
}

/** Locks the account, or unlocks it with null; false when there is none. */
export async function updateLock(tx: Tx, userId: string, lockedAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ locked_at: lockedAt })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
