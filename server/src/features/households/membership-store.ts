import type { HouseholdRole } from '@greenhouse/contract'
import type { RouteEntry } from '@greenhouse/contract/register'
import { sql, type RawBuilder } from 'kysely'
import { defaultHouseholdOf } from '../../platform/db/owners.ts'
import type { Db } from '../../platform/db/schema.ts'

export interface Membership {
  readonly householdId: string
  readonly householdRole: HouseholdRole
}

type Reference = RouteEntry['ids'][string]

const of = (table: string) => (id: string) => sql`select household_id from ${sql.table(table)} where id = ${id}`

/** The household of a thing, by the variable that the register has for its id. An id may name one of two kinds. */
const HOUSEHOLD_OF: Partial<Record<Reference, ReadonlyArray<(id: string) => RawBuilder<unknown>>>> = {
  $HOUSEHOLD_ID: [(id) => sql`select id from household where id = ${id}`],
  $ADVICE_ID: [of('advice')],
  $ALERT_ID: [of('episode'), of('alert')],
  $BARE_PLANT_ID: [of('plant')],
  $BOARD_ID: [of('board')],
  $BROKER_ID: [of('broker')],
  $CARE_ID: [of('care')],
  $DEVICE_CONDITION_ID: [of('rule'), of('plant_condition')],
  $DEVICE_ID: [of('device')],
  $EPISODE_ID: [of('episode'), of('alert')],
  $HUB_ID: [of('hub')],
  $INVITATION_ID: [of('invitation')],
  $PLACE_ID: [of('place')],
  $PLANT_CONDITION_ID: [of('plant_condition')],
  $PHOTO_ID: [of('photo')],
  $PLANT_ID: [of('plant')],
  $RULE_ID: [of('rule')],
  $SPECIES_ID: [of('species')],
  $TASK_ID: [of('task')],
  $SERIES_ID: [
    (id) => sql`select household_id from device where key = (select device_key from series where id = ${id})`,
  ],
}

export function isOfHousehold(variable: Reference): boolean {
  return variable in HOUSEHOLD_OF
}

/** Returns the household of a thing and the role of a person there; undefined when the person is not in it. */
export async function findMembership(
  db: Db,
  userId: string,
  { variable, id }: { readonly variable: Reference; readonly id: string },
): Promise<Membership | undefined> {
  const households = sql.join((HOUSEHOLD_OF[variable] ?? []).map((select) => sql`(${select(id)})`))
  const row = await db
    .selectFrom('household_member')
    .select(['household_id', 'role'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`household_id in (${households})`)
    .executeTakeFirst()
  return row && { householdId: row.household_id, householdRole: row.role }
}

/** Returns the oldest household that a person owns, else the one that they joined first; undefined for a member of none. */
export async function findDefaultMembership(db: Db, userId: string): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('household_member')
    .select(['household_id', 'role'])
    .where('user_id', '=', userId)
    .where('household_id', '=', defaultHouseholdOf(sql.val(userId)))
    .executeTakeFirst()
  return row && { householdId: row.household_id, householdRole: row.role }
}

export async function listHouseholdIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('household_member').select('household_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.household_id)
}

const ASKED_AT_ONCE = 500

/** Returns the households of each person as one text, to be compared. */
export async function listMemberships(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const households = new Map(userIds.map((userId) => [userId, '']))
  for (let start = 0; start < userIds.length; start += ASKED_AT_ONCE) {
    const rows = await db
      .selectFrom('household_member')
      .select(['user_id', 'household_id'])
      .where('user_id', 'in', userIds.slice(start, start + ASKED_AT_ONCE))
      .orderBy('household_id')
      .execute()
    for (const { user_id, household_id } of rows) households.set(user_id, `${households.get(user_id)} ${household_id}`)
  }
  return households
}

/** Returns undefined when the account was just deleted. */
export async function findFounder(
  db: Db,
  userId: string,
): Promise<{ readonly userId: string; readonly firstName: string } | undefined> {
  const user = db.selectFrom('user').select('first_name as firstName').where('id', '=', userId)
  const row = await user.executeTakeFirst()
  return row && { userId, ...row }
}
