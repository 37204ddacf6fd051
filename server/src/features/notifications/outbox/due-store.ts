import type { Db } from '../../../platform/db/schema.ts'
import type { Underway } from './claim-store.ts'

/** Channels of one person that are sent to at once, by all processes: those that hang must not delay the others. */
export const AT_ONCE_EACH = 2

export interface Candidate {
  readonly channelId: string
  readonly userId: string
  readonly isProven: boolean
}

/** Channels and owners that a query for due messages excludes. */
export interface LeftOut {
  readonly channels: readonly string[]
  readonly users: readonly string[]
  readonly underway: readonly Underway[]
  readonly unproven: boolean
}

/**
 * Returns channels with due messages: answering channels first, then those of users whose channels all answer, each by
 * longest due.
 */
export async function listDueChannels(db: Db, now: number, leftOut: LeftOut, most: number): Promise<Candidate[]> {
  const channels = [...leftOut.channels, ...leftOut.underway.map(({ channelId }) => channelId)]
  const users = [...leftOut.users, ...usersWithEnough(leftOut.underway)]
  const rows = await db
    .selectFrom('notification')
    .innerJoin('channel', 'channel.id', 'notification.channel_id')
    .select((eb) => ['channel.id', 'channel.user_id', 'channel.answers', eb.fn.min('due_at').as('first')])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .$if(channels.length > 0, (query) => query.where('channel.id', 'not in', channels))
    .$if(users.length > 0, (query) => query.where('channel.user_id', 'not in', users))
    .$if(leftOut.unproven, (query) => query.where('channel.answers', '=', 1))
    .groupBy(['channel.id', 'channel.user_id', 'channel.answers'])
    .orderBy((eb) => eb.case().when('channel.answers', '=', 1).then(0).else(1).end())
    .orderBy((eb) => eb('channel.user_id', 'in', eb.selectFrom('channel').select('user_id').where('answers', '=', 0)))
    .orderBy('first')
    .limit(most)
    .execute()
  return rows.map(({ id, user_id, answers }) => ({ channelId: id, userId: user_id, isProven: answers === 1 }))
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
