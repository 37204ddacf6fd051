import { SqliteAdapter } from 'kysely'
import type { OutgoingMail } from '../../platform/mail/outbox.ts'
import type { Mail } from '../../platform/mail/transport.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { PUT_OFF_MAX_MS } from './retry.ts'

export type ClaimedMail = Mail & { readonly attempts: number }

export async function insertMail(tx: Tx, mail: OutgoingMail, { id, now }: { id: string; now: number }): Promise<void> {
  const { to, subject, text, unsubscribeUrl = null, expiresAt = null } = mail
  await tx
    .insertInto('mail')
    .values({
      id,
      recipient: to,
      subject,
      body: text,
      unsubscribe_url: unsubscribeUrl,
      due_at: now,
      attempts: 0,
      expires_at: expiresAt,
    })
    .execute()
}

/** Postpones the claimed mail until `until`. If it still exists then, its process was killed. */
export async function claimMail(
  tx: Tx,
  { now, until }: { now: number; until: number },
): Promise<ClaimedMail | undefined> {
  const row = await tx
    .selectFrom('mail')
    .selectAll()
    .where((where) => where.or([where('due_at', '<=', now), where('due_at', '>', now + PUT_OFF_MAX_MS)]))
    .orderBy('due_at')
    .limit(1)
    // Another process would otherwise wait for the same row, and then find nothing.
    .$if(locksRows(tx), (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()
  if (!row) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ due_at: until, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('due_at', '=', row.due_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return undefined
  const { id, recipient, subject, body, unsubscribe_url, attempts } = row
  return { id, to: recipient, subject, text: body, unsubscribeUrl: unsubscribe_url, attempts: attempts + 1 }
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute()
}

export async function postponeMail(db: Db, id: string, until: number): Promise<void> {
  await db.updateTable('mail').set({ due_at: until }).where('id', '=', id).execute()
}

export async function deleteExpiredMail(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('mail').where('expires_at', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countMail(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** For `.$if(locksRows(tx), (query) => query.forUpdate().skipLocked())`. SQLite has one writer. */
function locksRows(db: Db): boolean {
  return !(db.getExecutor().adapter instanceof SqliteAdapter)
}
