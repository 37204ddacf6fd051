import type { Db, Tx } from '../../../platform/db/schema.ts'

/** A member who gets a list of today's tasks. */
export interface ListReader {
  readonly householdId: string
  readonly householdName: string
  readonly userId: string
  readonly zone: string
  /** `08:00` in the zone of the household. */
  readonly remindAt: string
  /** The date of the last list. */
  readonly remindedOn: string | null
  /** Whether the list is part of a note. */
  readonly hasNote: boolean
}

/** Lists the members who get the messages of their household and a list of tasks, a page after a member. */
export async function listReaders(
  db: Db,
  { after, limit }: { readonly after: ListReader | undefined; readonly limit: number },
): Promise<ListReader[]> {
  const rows = await db
    .selectFrom('household_member as member')
    .innerJoin('household', 'household.id', 'member.household_id')
    .select(['member.household_id', 'member.user_id', 'member.remind_at', 'member.reminded_on'])
    .select('member.morning_note')
    .select(['household.name', 'household.time_zone'])
    .where('member.remind_at', 'is not', null)
    .where('member.tells', '=', 1)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('member.household_id', 'member.user_id'),
          '>',
          tuple(after?.householdId ?? '', after?.userId ?? ''),
        ),
      ),
    )
    .orderBy('member.household_id')
    .orderBy('member.user_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    householdId: row.household_id,
    householdName: row.name,
    userId: row.user_id,
    zone: row.time_zone ?? 'UTC',
    remindAt: row.remind_at ?? '',
    remindedOn: row.reminded_on,
    hasNote: row.morning_note === 1,
  }))
}

/** Claims the list of a date; false when another process has. */
export async function claimList(tx: Tx, { householdId, userId }: ListReader, date: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('household_member')
    .set({ reminded_on: date })
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .where('reminded_on', 'is distinct from', date)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
