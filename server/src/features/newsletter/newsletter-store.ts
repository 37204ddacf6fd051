import type { Mail } from '../../platform/mail/transport.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'

export interface Subscriber {
  readonly id: string
  readonly email: string
  readonly isConfirmed: boolean
  /** When a mail was last sent on request, milliseconds since 1970. */
  readonly mailedAt: number
}

/** The subscriber of an address, a new unconfirmed one when there is none. */
export async function findOrAddSubscriber(
  tx: Tx,
  input: { id: string; email: string; now: number },
): Promise<Subscriber> {
  const { id, email, now } = input
  await tx
    .insertInto('subscriber')
    .values({ id, email, email_key: email.toLowerCase(), confirmed_at: null, created_at: now, mailed_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findSubscriber(tx, email)
  if (!found) throw new Error('The subscriber is gone again')
  return found
}

export async function findSubscriber(db: Db, email: string): Promise<Subscriber | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .selectAll()
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst()
  return row && { id: row.id, email: row.email, isConfirmed: row.confirmed_at !== null, mailedAt: row.mailed_at }
}

export async function noteMailed(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('subscriber').set({ mailed_at: now }).where('id', '=', id).execute()
}

export async function confirmSubscriber(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('subscriber')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function deleteSubscriber(db: Db, id: string): Promise<void> {
  await db.deleteFrom('subscriber').where('id', '=', id).execute()
}

export async function listConfirmed(db: Db): Promise<Array<{ id: string; email: string }>> {
  return db.selectFrom('subscriber').select(['id', 'email']).where('confirmed_at', 'is not', null).execute()
}

export async function enqueueMail(tx: Tx, mail: Mail, now: number): Promise<void> {
  const { id, to, subject, text, unsubscribeUrl } = mail
  await tx
    .insertInto('mail')
    .values({ id, recipient: to, subject, body: text, unsubscribe_url: unsubscribeUrl, due_at: now, attempts: 0 })
    .execute()
}

/**
 * Takes the mail that is due longest and puts it off until `until`: nobody else takes it meanwhile, and whoever finds
 * it then knows that we were killed.
 */
export async function claimMail(
  tx: Tx,
  { now, until }: { now: number; until: number },
): Promise<(Mail & { attempts: number }) | undefined> {
  const row = await tx
    .selectFrom('mail')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
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
