import type { Tx } from './schema.ts'

/**
 * Lets one transaction at a time count what a user has and add to it: others of the same user wait until this one ends.
 * SQLite has one writer anyhow; on PostgreSQL two would both see room for one more.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ role: set.ref('role') }))
    .where('id', '=', userId)
    .execute()
}
