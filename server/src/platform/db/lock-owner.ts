import type { Tx } from './schema.ts'

/**
 * Locks the user's row, so that one transaction at a time counts what the user has and adds to it; others wait for it.
 * SQLite has one writer anyhow; on PostgreSQL two would both see room for one more.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ role: set.ref('role') }))
    .where('id', '=', userId)
    .execute()
}
