import type { RegisterInput, User } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, UserTable } from '../../platform/db/schema.ts'

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  return row && toUser(row)
}

/** The account of an address, with the hash of its password: for signing in only. */
export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await db.selectFrom('user').selectAll().where('email_key', '=', keyOf(email)).executeTakeFirst()
  return row && { user: toUser(row), passwordHash: row.password_hash }
}

/** Adds an account; undefined when the address is taken, which the insert decides. */
export async function insertUser(
  db: Db,
  input: Omit<RegisterInput, 'password'> & { id: string; passwordHash: string; createdAt: number },
): Promise<User | undefined> {
  const row = await db
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

function keyOf(email: string): string {
  return email.toLowerCase()
}

function toUser(row: Selectable<UserTable>): User {
  return {
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    birthday: row.birthday,
    country: row.country,
    role: row.role,
  }
}
