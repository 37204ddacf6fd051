import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

export interface Subscriber {
  readonly id: string
  readonly email: string
  readonly isConfirmed: boolean
  /** Time of the last requested mail, milliseconds since 1970; 0 while one is owed. */
  readonly mailedAt: number
}

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
  return row && toSubscriber(row)
}

export async function noteOwed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('subscriber').set({ mailed_at: 0 }).where('id', '=', id).execute()
}

/** Returns subscribers whose mail is owed, oldest first, without unconfirmed ones of before `since`. */
export async function listOwed(
  db: Db,
  { since, limit }: { since: number; limit: number },
): Promise<Array<{ id: string }>> {
  return owedSince(db, since).select('id').orderBy('created_at').limit(limit).execute()
}

export async function countOwed(db: Db, since: number): Promise<number> {
  const { count } = await owedSince(db, since)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks the row of a subscriber whose mail is owed; undefined when it was sent. */
export async function lockOwed(tx: Tx, id: string): Promise<Subscriber | undefined> {
  const row = await tx
    .updateTable('subscriber')
    .set({ mailed_at: 0 })
    .where('id', '=', id)
    .where('mailed_at', '=', 0)
    .returningAll()
    .executeTakeFirst()
  return row && toSubscriber(row)
}

function owedSince(db: Db, since: number) {
  return db
    .selectFrom('subscriber')
    .where('mailed_at', '=', 0)
    .where((where) => where.or([where('created_at', '>=', since), where('confirmed_at', 'is not', null)]))
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

export async function deleteUnconfirmedBefore(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscriber')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .where('mailed_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toSubscriber({ id, email, confirmed_at, mailed_at }: Selectable<Schema['subscriber']>): Subscriber {
  return { id, email, isConfirmed: confirmed_at !== null, mailedAt: mailed_at }
}
