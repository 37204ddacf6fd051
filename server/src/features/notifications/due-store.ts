import type { Db } from '../../platform/db/schema.ts'

/** Channels of one person that are sent to at once, by all processes: those that hang must not delay the others. */
export const AT_ONCE_EACH = 2

/** What a process leaves out when it looks for what is due. */
export interface LeftOut {
  readonly channels: readonly string[]
  /** People to whom no more is sent at once. */
  readonly users: readonly string[]
}

/**
 * Returns the channels that have messages which are due, the longest first, without those to which any process is sending
 * right now.
 */
export async function listDueChannels(
  db: Db,
  now: number,
  leftOut: LeftOut,
  most: number,
): Promise<Array<{ channelId: string; userId: string }>> {
  const underway = await listUnderway(db, now)
  const channels = [...leftOut.channels, ...underway.map(({ channelId }) => channelId)]
  const users = [...leftOut.users, ...usersWithEnough(underway)]
  const rows = await db
    .selectFrom('notification')
    .select((select) => ['channel_id', 'user_id', select.fn.min('due_at').as('first')])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .$if(channels.length > 0, (query) => query.where('channel_id', 'not in', channels))
    .$if(users.length > 0, (query) => query.where('user_id', 'not in', users))
    .groupBy(['channel_id', 'user_id'])
    .orderBy('first')
    .limit(most)
    .execute()
  return rows.map((row) => ({ channelId: row.channel_id, userId: row.user_id }))
}

/** A channel to which a process is sending, and whose it is. */
interface Underway {
  readonly channelId: string
  readonly userId: string
}

/**
 * Returns the channels to which any process is sending, or those of one person: they have a message that was tried, has no
 * answer yet, and is not to be tried again before an instant to come.
 */
export async function listUnderway(db: Db, now: number, userId?: string): Promise<Underway[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['channel_id', 'user_id'])
    .distinct()
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .where('answer', 'is', null)
    .where('due_at', '>', now)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()
  return rows.map((row) => ({ channelId: row.channel_id, userId: row.user_id }))
}

function usersWithEnough(underway: readonly Underway[]): string[] {
  const users = Map.groupBy(underway, ({ userId }) => userId)
  return [...users].filter(([, own]) => own.length >= AT_ONCE_EACH).map(([userId]) => userId)
}

/** Returns when the next message is due of those that are not yet; undefined when there is none. */
export async function findNextDue(db: Db, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('notification')
    .select('due_at')
    .where('state', '=', 'waiting')
    .where('due_at', '>', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

/** Counts what waits, and returns since when the oldest that is due does, in milliseconds since 1970. */
export async function describeOutbox(db: Db, now: number): Promise<{ waiting: number; dueSince: number | undefined }> {
  const row = await db
    .selectFrom('notification')
    .select((select) => [select.fn.countAll<number>().as('waiting'), select.fn.min('due_at').as('first')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const first = row.first === null ? undefined : row.first
  return { waiting: row.waiting, dueSince: first !== undefined && first <= now ? first : undefined }
}
