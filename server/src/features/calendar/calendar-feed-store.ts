import { toTimestamp, type CalendarFeed } from '@greenhouse/contract'
import { lockUser } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'

interface NewFeed {
  readonly feedId: string
  readonly tokenHash: string
  readonly householdId: string
  readonly userId: string
  readonly mine: boolean
  readonly createdAt: number
}

/** Returns a person's feeds of a household, the newest first. */
export async function listFeeds(db: Db, householdId: string, userId: string): Promise<CalendarFeed[]> {
  const rows = await db
    .selectFrom('calendar_feed')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toFeed)
}

/** Adds a feed unless the person has `max` in the household already; undefined then. */
export async function insertFeed(tx: Tx, input: NewFeed, max: number): Promise<CalendarFeed | undefined> {
  const { feedId, tokenHash, householdId, userId, mine, createdAt } = input
  await lockUser(tx, userId)
  if ((await listFeeds(tx, householdId, userId)).length >= max) return undefined
  const owner = { household_id: householdId, user_id: userId }
  const times = { created_at: createdAt, last_read_at: null }
  const row = { token_hash: tokenHash, id: feedId, ...owner, mine: Number(mine), ...times }
  await tx.insertInto('calendar_feed').values(row).execute()
  return toFeed(row)
}

export async function deleteFeed(db: Db, userId: string, feedId: string): Promise<boolean> {
  const own = db.deleteFrom('calendar_feed').where('user_id', '=', userId).where('id', '=', feedId)
  return (await own.executeTakeFirst()).numDeletedRows > 0n
}

interface FoundFeed {
  readonly householdId: string
  readonly userId: string
  readonly mine: boolean
  readonly householdName: string
  readonly timeZone: string | null
}

export async function findFeed(db: Db, tokenHash: string): Promise<FoundFeed | undefined> {
  const row = await db
    .selectFrom('calendar_feed as feed')
    .innerJoin('household', 'household.id', 'feed.household_id')
    .select(['feed.household_id', 'feed.user_id', 'feed.mine', 'household.name', 'household.time_zone'])
    .where('feed.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  const { household_id, user_id, mine, name, time_zone } = row
  return { householdId: household_id, userId: user_id, mine: mine === 1, householdName: name, timeZone: time_zone }
}

export async function markRead(tx: Tx, tokenHash: string, at: number): Promise<void> {
  await tx.updateTable('calendar_feed').set({ last_read_at: at }).where('token_hash', '=', tokenHash).execute()
}

function toFeed(row: {
  readonly id: string
  readonly mine: number
  readonly created_at: number
  readonly last_read_at: number | null
}): CalendarFeed {
  return {
    feedId: row.id,
    mine: row.mine === 1,
    createdAt: toTimestamp(row.created_at),
    lastReadAt: toTimestamp(row.last_read_at),
  }
}
