import type { Tx } from './schema.ts'

/**
 * Locks the user's row until the transaction ends, so that concurrent transactions can't both pass a check of a limit.
 * SQLite has one writer anyway.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ role: set.ref('role') }))
    .where('id', '=', userId)
    .execute()
}
