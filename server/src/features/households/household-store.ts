import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

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

interface Membership {
  readonly householdId: string
  readonly userId: string
  readonly role: Schema['household_member']['role']
  readonly tells: boolean
  readonly joinedAt: number
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
      remind_at: null,
      joined_at: joinedAt,
    })
    .execute()
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
