import type { Db, Tx } from '../../platform/db/schema.ts'

/** The browser follows the link at once. */
const TICKET_GOOD_FOR_MS = 60_000

interface TicketOwner {
  readonly userId: string
  readonly sessionId: string
}

export async function insertDownloadTicket(
  tx: Tx,
  { tokenHash, userId, sessionId, now }: TicketOwner & { readonly tokenHash: string; readonly now: number },
): Promise<void> {
  await tx.deleteFrom('download_ticket').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('download_ticket')
    .values({ token_hash: tokenHash, user_id: userId, session_id: sessionId, expires_at: now + TICKET_GOOD_FOR_MS })
    .execute()
}

export async function findDownloadTicket(db: Db, tokenHash: string, now: number): Promise<TicketOwner | undefined> {
  const row = await db
    .selectFrom('download_ticket')
    .select(['user_id', 'session_id'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: row.user_id, sessionId: row.session_id }
}

/** Returns false when another request used it first. */
export async function deleteDownloadTicket(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('download_ticket')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
