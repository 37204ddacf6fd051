import { toTimestamp, type Household } from '@greenhouse/contract'
import { sql, type Expression } from 'kysely'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { insertMember } from './member-store.ts'

/** Adds a household with its owner and a rule on the silence of any device, since nobody thinks of a dying sensor. */
export async function insertHousehold(
  tx: Tx,
  household: {
    readonly householdId: string
    readonly name: string
    readonly ownerId: string
    readonly silenceRuleId: string
    readonly createdAt: number
  },
): Promise<void> {
  const { householdId, name, ownerId, silenceRuleId, createdAt } = household
  await tx.insertInto('household').values({ id: householdId, name, time_zone: null, created_at: createdAt }).execute()
  await insertMember(tx, { householdId, userId: ownerId, role: 'owner', tells: true, joinedAt: createdAt })
  const silence = { id: silenceRuleId, kind: 'silent' as const, device_key: null, is_broken: 0 }
  await tx
    .insertInto('rule')
    .values({ ...silence, household_id: householdId, created_at: createdAt })
    .execute()
}

/** Returns the households of a person with their people: those that the person owns first, the oldest before the others. */
export async function listHouseholds(db: Db, userId: string): Promise<Household[]> {
  const own = await householdsOf(db, userId)
    .orderBy((eb) => eb.case().when('own.role', '=', 'owner').then(0).else(1).end())
    .orderBy('own.joined_at')
    .orderBy('household.id')
    .execute()
  return withPeople(db, own)
}

/** Returns a household that the person is in. */
export async function findHousehold(db: Db, userId: string, householdId: string): Promise<Household | undefined> {
  const own = await householdsOf(db, userId).where('household.id', '=', householdId).execute()
  return (await withPeople(db, own))[0]
}

export async function updateHousehold(
  db: Db,
  householdId: string,
  { name, timeZone }: { readonly name?: string | undefined; readonly timeZone?: string | undefined },
): Promise<void> {
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
  }
  if (Object.keys(columns).length === 0) return
  await db.updateTable('household').set(columns).where('id', '=', householdId).execute()
}

function householdsOf(db: Db, userId: string) {
  return db
    .selectFrom('household_member as own')
    .innerJoin('household', 'household.id', 'own.household_id')
    .select(['household.id', 'household.name', 'household.time_zone', 'own.role'])
    .select(['own.remind_at', 'own.morning_note'])
    .select(({ ref }) => [
      countOf('place', ref('household.id')).as('places'),
      countOf('device', ref('household.id')).as('devices'),
      countOf('plant', ref('household.id')).as('plants'),
    ])
    .where('own.user_id', '=', userId)
}

function countOf(table: 'place' | 'device' | 'plant', householdId: Expression<string>) {
  return sql<number>`(select count(*) from ${sql.table(table)} where household_id = ${householdId})`
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof householdsOf>['execute']>>[number]

async function withPeople(db: Db, own: readonly OwnRow[]): Promise<Household[]> {
  if (own.length === 0) return []
  const people = await db
    .selectFrom('household_member as member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['member.household_id', 'member.user_id', 'member.role', 'member.tells', 'member.joined_at'])
    .select('user.first_name')
    .where(
      'member.household_id',
      'in',
      own.map(({ id }) => id),
    )
    .orderBy('member.joined_at')
    .orderBy('member.user_id')
    .execute()
  const byHousehold = Map.groupBy(people, (row) => row.household_id)
  return own.map(({ id, name, time_zone, role, remind_at, morning_note, places, devices, plants }) => ({
    householdId: id,
    name,
    timeZone: time_zone,
    role,
    remindAt: remind_at,
    morningNote: morning_note === 1,
    counts: { places, devices, plants },
    people: (byHousehold.get(id) ?? []).map((row) => ({
      userId: row.user_id,
      name: row.first_name,
      role: row.role,
      tells: row.tells === 1,
      joinedAt: toTimestamp(row.joined_at),
    })),
  }))
}

/** Returns the people of each household who get its messages. */
export async function listTold(db: Db, householdIds: readonly string[]): Promise<Map<string, string[]>> {
  const told = new Map<string, string[]>(householdIds.map((id) => [id, []]))
  if (householdIds.length === 0) return told
  const rows = await db
    .selectFrom('household_member')
    .select(['household_id', 'user_id'])
    .where('household_id', 'in', householdIds)
    .where('tells', '=', 1)
    .orderBy('joined_at')
    .execute()
  for (const { household_id, user_id } of rows) told.get(household_id)?.push(user_id)
  return told
}

/** Returns the households that a person owns, perhaps with others. */
export async function listOwned(db: Db, userId: string): Promise<string[]> {
  const owned = db.selectFrom('household_member').select('household_id').where('user_id', '=', userId)
  return (await owned.where('role', '=', 'owner').execute()).map((row) => row.household_id)
}

/** Returns the households that end with an account: those which nobody else owns. */
export async function listOnlyOwned(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('household_member as own')
    .select('own.household_id')
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'owner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('household_member as other')
            .select('other.user_id')
            .whereRef('other.household_id', '=', 'own.household_id')
            .where('other.role', '=', 'owner')
            .where('other.user_id', '<>', userId),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.household_id)
}

export async function removeHousehold(db: Db, householdId: string): Promise<void> {
  await db.deleteFrom('household').where('id', '=', householdId).execute()
}
