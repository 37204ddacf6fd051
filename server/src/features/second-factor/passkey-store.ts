import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

/** The public part; the private key never leaves the authenticator. */
export interface StoredPasskey {
  readonly passkeyId: string
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  /** The host it was made for; browsers use it nowhere else. */
  readonly rpId: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

type NewPasskey = Omit<StoredPasskey, 'lastUsedAt'> & { readonly userId: string }

/** Stores a passkey; false when it is already stored for any user. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values({
      id: passkey.passkeyId,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(','),
      rp_id: passkey.rpId,
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function listPasskeys(db: Db, userId: string): Promise<StoredPasskey[]> {
  const rows = await db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  return rows.map(toPasskey)
}

export async function updateUse(
  db: Db,
  passkeyId: string,
  { counter, now }: { counter: number; now: number },
): Promise<void> {
  await db.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', passkeyId).execute()
}

export async function updatePasskeyName(db: Db, userId: string, passkeyId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
}

export async function keepChallenge(
  db: Db,
  { sessionId, challenge, expiresAt }: { sessionId: string; challenge: string; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({ session_id: sessionId, challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ challenge, expires_at: expiresAt }))
    .execute()
}

/** Removes and returns the challenge of a session; undefined without one or after its expiry. */
export async function takeChallenge(db: Db, sessionId: string, now: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('session_id', '=', sessionId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? row.challenge : undefined
}

function toPasskey(row: Selectable<Schema['passkey']>): StoredPasskey {
  return {
    passkeyId: row.id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(','),
    rpId: row.rp_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
