import type { Tx } from './schema.ts'

/** Without it concurrent transactions could both pass a check of a limit. SQLite has one writer anyway. */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ role: set.ref('role') }))
    .where('id', '=', userId)
    .execute()
}
