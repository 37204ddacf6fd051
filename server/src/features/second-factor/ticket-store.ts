import type { Db, Tx } from '../../platform/db/schema.ts'

/** Lifetime of a ticket, which gives access to the second step only. */
const TICKET_GOOD_FOR_MS = 5 * 60_000
const ATTEMPTS_MAX = 5
const TICKETS_PER_USER_MAX = 10

export interface Ticket {
  readonly userId: string
  readonly challenge: string | null
}

/** Stores a ticket. Removes expired ones, and all but the newest few of the user. */
export async function insertTicket(
  tx: Tx,
  { tokenHash, userId, now }: { tokenHash: string; userId: string; now: number },
): Promise<void> {
  await tx.deleteFrom('sign_in_ticket').where('expires_at', '<=', now).execute()
  const older = await tx
    .selectFrom('sign_in_ticket')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .offset(TICKETS_PER_USER_MAX - 1)
    .limit(TICKETS_PER_USER_MAX)
    .execute()
  for (const { token_hash } of older)
    await tx.deleteFrom('sign_in_ticket').where('token_hash', '=', token_hash).execute()
  const times = { created_at: now, expires_at: now + TICKET_GOOD_FOR_MS }
  await tx
    .insertInto('sign_in_ticket')
    .values({ token_hash: tokenHash, user_id: userId, ...times, attempts: 0, challenge: null })
    .execute()
}

/** Counts an attempt before it is made; undefined when the ticket has expired or has no attempts left. */
export async function countTicketAttempt(db: Db, tokenHash: string, now: number): Promise<Ticket | undefined> {
  const row = await db
    .updateTable('sign_in_ticket')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('attempts', '<', ATTEMPTS_MAX)
    .returning(['user_id', 'challenge'])
    .executeTakeFirst()
  return row && { userId: row.user_id, challenge: row.challenge }
}

export async function findTicket(db: Db, tokenHash: string, now: number): Promise<Ticket | undefined> {
  const row = await db
    .selectFrom('sign_in_ticket')
    .select(['user_id', 'challenge'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: row.user_id, challenge: row.challenge }
}

export async function updateChallenge(
  db: Db,
  tokenHash: string,
  { challenge, now }: { challenge: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_ticket')
    .set({ challenge })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the ticket; false when another request used it first or a changed password ended it. */
export async function deleteTicket(tx: Tx, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_ticket')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
