import { toTimestamp, type Invitation, type InvitationInput, type OpenInvitation } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'

interface NewInvitation {
  readonly invitationId: string
  readonly householdId: string
  readonly role: InvitationInput['role']
  readonly email: string | null
  readonly tokenHash: string
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Adds an invitation unless the household has `max` open ones already; undefined then. */
export async function insertInvitation(tx: Tx, input: NewInvitation, max: number): Promise<Invitation | undefined> {
  const { householdId, createdAt } = input
  await lockHousehold(tx, householdId)
  // Used and expired ones are of no use to anybody.
  await tx
    .deleteFrom('invitation')
    .where('household_id', '=', householdId)
    .where((is) => is.or([is('used_at', 'is not', null), is('expires_at', '<=', createdAt)]))
    .execute()
  if ((await listInvitations(tx, householdId, createdAt)).length >= max) return undefined
  const row = {
    id: input.invitationId,
    household_id: householdId,
    role: input.role,
    token_hash: input.tokenHash,
    email: input.email,
    created_by: input.createdBy,
    created_at: createdAt,
    expires_at: input.expiresAt,
    used_at: null,
  }
  await tx.insertInto('invitation').values(row).execute()
  return toInvitation(row)
}

/** Returns the open invitations of a household, the newest first. */
export async function listInvitations(db: Db, householdId: string, now: number): Promise<Invitation[]> {
  const rows = await openInvitations(db, now)
    .where('household_id', '=', householdId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

export async function deleteInvitation(db: Db, householdId: string, invitationId: string): Promise<boolean> {
  const own = db.deleteFrom('invitation').where('household_id', '=', householdId).where('id', '=', invitationId)
  return (await own.executeTakeFirst()).numDeletedRows > 0
}

/** Returns what a link shows; undefined when it is unknown, used or expired. */
export async function findOpenInvitation(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<(OpenInvitation & { readonly householdId: string }) | undefined> {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('household', 'household.id', 'invitation.household_id')
    .innerJoin('user', 'user.id', 'invitation.created_by')
    .select(['household.id', 'household.name', 'user.first_name', 'invitation.role', 'invitation.expires_at'])
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.used_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, first_name, role, expires_at } = row
  return { householdId: id, household: name, invitedBy: first_name, role, expiresAt: toTimestamp(expires_at) }
}

/** Returns false when somebody else was quicker. */
export async function useInvitation(tx: Tx, tokenHash: string, now: number): Promise<boolean> {
  const open = tx.updateTable('invitation').set({ used_at: now }).where('token_hash', '=', tokenHash)
  return (await open.where('used_at', 'is', null).executeTakeFirst()).numUpdatedRows > 0
}

function openInvitations(db: Db, now: number) {
  return db.selectFrom('invitation').selectAll().where('used_at', 'is', null).where('expires_at', '>', now)
}

function toInvitation(row: {
  readonly id: string
  readonly role: InvitationInput['role']
  readonly email: string | null
  readonly created_at: number
  readonly expires_at: number
}): Invitation {
  return {
    invitationId: row.id,
    role: row.role,
    email: row.email,
    createdAt: toTimestamp(row.created_at),
    expiresAt: toTimestamp(row.expires_at),
  }
}
