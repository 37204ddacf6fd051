import type { Tx } from './schema.ts'

/**
 * Locks the user's row until the transaction ends, so that only one at a time counts what the user has and adds to it.
 * SQLite has one writer anyhow; on PostgreSQL two transactions would both see room for one more.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ role: set.ref('role') }))
    .where('id', '=', userId)
    .execute()
}
