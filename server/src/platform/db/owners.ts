import type { HouseholdRole } from '@greenhouse/contract'
import { sql, type RawBuilder, type Expression } from 'kysely'
import type { Db, Tx } from './schema.ts'

/** Without it concurrent transactions could both pass a check of a household's limit. SQLite has one writer anyway. */
export async function lockHousehold(tx: Tx, householdId: string): Promise<void> {
  await tx
    .updateTable('household')
    .set((set) => ({ name: set.ref('name') }))
    .where('id', '=', householdId)
    .execute()
}

/** Like lockHousehold, for limits of a person. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((set) => ({ role: set.ref('role') }))
    .where('id', '=', userId)
    .execute()
}

/** Returns the role of a person in a household; undefined when they are no member. */
export async function findRole(db: Db, householdId: string, userId: string): Promise<HouseholdRole | undefined> {
  const member = db.selectFrom('household_member').select('role').where('household_id', '=', householdId)
  return (await member.where('user_id', '=', userId).executeTakeFirst())?.role
}

/** Bumps the versions of the rules of all devices of a household: every cached copy of them is stale then. */
export async function bumpRulesVersionsOf(tx: Tx, householdId: string): Promise<void> {
  await tx
    .updateTable('device')
    .set((set) => ({ rules_version: set('rules_version', '+', 1) }))
    .where('household_id', '=', householdId)
    .execute()
}

/** Returns the id of a person's default household: the oldest that they own, else the oldest that they joined. */
export function defaultHouseholdOf(userId: Expression<string>): RawBuilder<string | null> {
  return sql<string | null>`(select household_id from household_member where user_id = ${userId}
    order by case role when 'owner' then 0 else 1 end, joined_at, household_id limit 1)`
}

/** Returns the id of the person who has owned a household longest. */
export function firstOwnerOf(householdId: Expression<string>): RawBuilder<string> {
  return sql<string>`(select user_id from household_member where household_id = ${householdId} and role = 'owner'
    order by joined_at, user_id limit 1)`
}
