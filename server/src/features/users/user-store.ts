import type { RegisterInput, User } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  return row && toUser(row)
}

/** Returns an account with its password hash, for sign-in only. */
export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ user: User; passwordHash: string; isLocked: boolean } | undefined> {
  const row = await db.selectFrom('user').selectAll().where('email_key', '=', keyOf(email)).executeTakeFirst()
  return row && { user: toUser(row), passwordHash: row.password_hash, isLocked: row.locked_at !== null }
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Adds an account; undefined when the address is taken, which the insert decides. */
export async function insertUser(
  tx: Tx,
  input: Omit<RegisterInput, 'password' | 'browserId' | 'invitation'> & {
    id: string
    passwordHash: string
    createdAt: number
  },
): Promise<User | undefined> {
  const row = await tx
    .insertInto('user')
    .values({
      id: input.id,
      first_name: input.firstName,
      last_name: input.lastName,
      email: input.email,
      email_key: keyOf(input.email),
      birthday: input.birthday,
      country: input.country,
      role: 'user',
      password_hash: input.passwordHash,
      created_at: input.createdAt,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash
}

/** @throws a unique violation when the address is taken: PostgreSQL undoes the transaction with it */
export async function updateEmail(
  tx: Tx,
  userId: string,
  { email, confirmedAt }: { email: string; confirmedAt: number | null },
): Promise<User | undefined> {
  const row = await tx
    .updateTable('user')
    .set({ email, email_key: keyOf(email), email_confirmed_at: confirmedAt })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row && toUser(row)
}

/** Confirms the user's address unless it has changed. An earlier confirmation stays. */
export async function confirmEmail(
  db: Db,
  userId: string,
  { email, now }: { email: string; now: number },
): Promise<void> {
  await db
    .updateTable('user')
    .set({ email_confirmed_at: now })
    .where('id', '=', userId)
    .where('email_key', '=', keyOf(email))
    .where('email_confirmed_at', 'is', null)
    .execute()
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Locks the row until the transaction ends even for an equal hash, so that a password change comes before or after. */
export async function replacePasswordHash(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user').where('id', '=', userId).execute()
}

export interface Account {
  readonly userId: string
  readonly email: string
  readonly role: 'user' | 'admin'
  readonly isLocked: boolean
  readonly emailConfirmed: boolean
}

export async function listAccounts(db: Db): Promise<Account[]> {
  return (await db.selectFrom('user').selectAll().orderBy('email_key').execute()).map(toAccount)
}

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('user').selectAll().where('email_key', '=', keyOf(email)).executeTakeFirst()
  return row && toAccount(row)
}

/** Returns whether another account may still undo its change from this address: nobody else may take it until then. */
export async function isReserved(
  db: Db,
  email: string,
  { now, exceptUserId }: { now: number; exceptUserId?: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('account_link')
    .select('token_hash')
    .where('email_key', '=', keyOf(email))
    .where('purpose', '=', 'undo-email')
    .where('expires_at', '>', now)
    .$if(exceptUserId !== undefined, (query) => query.where('user_id', '!=', exceptUserId ?? ''))
    .executeTakeFirst()
  return row !== undefined
}

export async function updateRole(db: Db, email: string, role: 'user' | 'admin'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ role })
    .where('email_key', '=', keyOf(email))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether two addresses belong to the same account. */
export function sameEmail(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf(email: string): string {
  return email.toLowerCase()
}

function toAccount({ id, email, role, locked_at, email_confirmed_at }: Selectable<Schema['user']>): Account {
  return { userId: id, email, role, isLocked: locked_at !== null, emailConfirmed: email_confirmed_at !== null }
}

function toUser(row: Selectable<Schema['user']>): User {
  return {
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    birthday: row.birthday,
    country: row.country,
    role: row.role,
    emailConfirmed: row.email_confirmed_at !== null,
  }
}
