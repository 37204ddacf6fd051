import type { Db, Tx } from '../../platform/db/schema.ts'

export type LinkPurpose = 'reset' | 'undo-email'

export interface AccountLink {
  readonly userId: string
  /** The former address, or the one that a reset link was mailed to; null when it was not mailed. */
  readonly email: string | null
  readonly createdAt: number
}

interface NewLink {
  readonly tokenHash: string
  readonly userId: string
  readonly purpose: LinkPurpose
  readonly email?: string
  readonly now: number
  readonly expiresAt: number
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  const { tokenHash, userId, purpose, email = null, now, expiresAt } = link
  await tx.deleteFrom('account_link').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('account_link')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      purpose,
      email,
      email_key: email?.toLowerCase() ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

export async function findLink(
  db: Db,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: LinkPurpose; now: number },
): Promise<AccountLink | undefined> {
  const row = await db
    .selectFrom('account_link')
    .innerJoin('user', 'user.id', 'account_link.user_id')
    .select(['account_link.user_id', 'account_link.email', 'account_link.created_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('user.locked_at', 'is', null)
    .executeTakeFirst()
  return row && { userId: row.user_id, email: row.email, createdAt: row.created_at }
}

/** Removes a link and returns it; undefined when it has expired or another request used it first. */
export async function takeLink(
  tx: Tx,
  wanted: { tokenHash: string; purpose: LinkPurpose; now: number },
): Promise<AccountLink | undefined> {
  const link = await findLink(tx, wanted)
  const { numDeletedRows } = await tx
    .deleteFrom('account_link')
    .where('token_hash', '=', wanted.tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n ? link : undefined
}

export async function hasLinkSince(db: Db, userId: string, purpose: LinkPurpose, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_link')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the user's links back to former addresses made at `since` or later. */
export async function deleteUndoLinksSince(tx: Tx, userId: string, since: number): Promise<void> {
  await tx
    .deleteFrom('account_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'undo-email')
    .where('created_at', '>=', since)
    .execute()
}
