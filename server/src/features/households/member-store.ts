import { REMIND_AT_DEFAULT, type HouseholdRole } from '@greenhouse/contract'
import type { Tx } from '../../platform/db/schema.ts'

interface Membership {
  readonly householdId: string
  readonly userId: string
  readonly role: HouseholdRole
  readonly tells: boolean
  readonly joinedAt: number
}

interface MemberChange {
  readonly role?: HouseholdRole | undefined
  readonly tells?: boolean | undefined
  readonly remindAt?: string | null | undefined
  readonly morningNote?: boolean | undefined
}

export async function insertMember(tx: Tx, member: Membership): Promise<void> {
  const { householdId, userId, role, tells, joinedAt } = member
  await tx
    .insertInto('household_member')
    .values({
      household_id: householdId,
      user_id: userId,
      role,
      tells: Number(tells),
      remind_at: REMIND_AT_DEFAULT,
      reminded_on: null,
      joined_at: joinedAt,
    })
    .execute()
}

export async function updateMember(
  tx: Tx,
  { householdId, userId }: Pick<Membership, 'householdId' | 'userId'>,
  { role, tells, remindAt, morningNote }: MemberChange,
): Promise<void> {
  const columns = {
    ...(role === undefined ? {} : { role }),
    ...(tells === undefined ? {} : { tells: Number(tells) }),
    ...(remindAt === undefined ? {} : { remind_at: remindAt }),
    ...(morningNote === undefined ? {} : { morning_note: Number(morningNote) }),
  }
  if (Object.keys(columns).length === 0) return
  const member = tx.updateTable('household_member').set(columns).where('household_id', '=', householdId)
  await member.where('user_id', '=', userId).execute()
}

/**
 * Also withdraws the invitations that the person has made, since nobody else knows whom they were for, makes the person's
 * tasks anybody's, and ends all links to photos.
 */
export async function deleteMember(tx: Tx, householdId: string, userId: string): Promise<void> {
  const member = tx.deleteFrom('household_member').where('household_id', '=', householdId)
  await member.where('user_id', '=', userId).execute()
  const made = tx.deleteFrom('invitation').where('household_id', '=', householdId)
  await made.where('created_by', '=', userId).execute()
  const tasks = tx.updateTable('task').set({ assigned_to: null }).where('household_id', '=', householdId)
  await tasks.where('assigned_to', '=', userId).execute()
  await endPhotoLinks(tx, [householdId])
}

/** Makes all links to photos of households invalid: a person who left may have kept some. */
export async function endPhotoLinks(tx: Tx, householdIds: readonly string[]): Promise<void> {
  if (householdIds.length === 0) return
  await tx
    .updateTable('household')
    .set((set) => ({ photo_epoch: set('photo_epoch', '+', 1) }))
    .where('id', 'in', householdIds)
    .execute()
}

export async function countMembers(tx: Tx, householdId: string): Promise<{ people: number; owners: number }> {
  return tx
    .selectFrom('household_member')
    .select((select) => [
      select.fn.countAll<number>().as('people'),
      select.fn.countAll<number>().filterWhere('role', '=', 'owner').as('owners'),
    ])
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
}

export async function countHouseholds(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('household_member')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
