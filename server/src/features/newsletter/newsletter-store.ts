import type { Db, Tx } from '../../platform/db/schema.ts'

export interface Subscriber {
  readonly id: string
  readonly email: string
  readonly isConfirmed: boolean
  /** When a mail was last sent on request, milliseconds since 1970. */
  readonly mailedAt: number
}

/** Returns the subscriber of an address; inserts an unconfirmed one when there is none. */
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

/** Removes unconfirmed addresses whose last request was before an instant, and returns how many. */
export async function deleteUnconfirmedBefore(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscriber')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .where('mailed_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
