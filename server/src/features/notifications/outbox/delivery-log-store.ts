import { toTimestamp, type Delivery } from '@greenhouse/contract'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db, Schema } from '../../../platform/db/schema.ts'

/** Removes messages completed before an instant. Returns their number. */
export async function pruneDeliveries(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where('state', '<>', 'waiting')
    .where('created_at', '<', before)
    .where((where) => isSettled(where))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Keeps the newest messages of a channel, those that wait, and those sent from an instant on, which limit what is sent next. */
export async function keepNewest(
  db: Db,
  channelId: string,
  { most, sentFrom }: { readonly most: number; readonly sentFrom: number },
): Promise<void> {
  const oldest = await db
    .selectFrom('notification')
    .select('created_at')
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('notification')
    .where('channel_id', '=', channelId)
    .where('state', '<>', 'waiting')
    .where('created_at', '<=', oldest.created_at)
    .where((where) => where.or([where('sent_at', 'is', null), where('sent_at', '<', sentFrom)]))
    .where((where) => isSettled(where))
    .execute()
}

/** Keeps messages about the opening of an open episode: they decide who is notified of its end. */
function isSettled(where: ExpressionBuilder<Schema, 'notification'>) {
  const open = where.selectFrom('episode').select('episode.id').where('closed_at', 'is', null)
  return where.or([where('what', '<>', 'opened'), where('episode_id', 'is', null), where('episode_id', 'not in', open)])
}

/** Returns the newest messages of a user by channel, or about one episode, newest first. */
export async function listDeliveries(
  db: Db,
  userId: string,
  { channelId, episodeId, limit }: { channelId?: string; episodeId?: string; limit: number },
): Promise<Delivery[]> {
  const rows = await deliveries(db, userId)
    .$if(channelId !== undefined, (query) => query.where('notification.channel_id', '=', channelId ?? ''))
    .$if(episodeId !== undefined, (query) => query.where('notification.episode_id', '=', episodeId ?? ''))
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

export async function findDelivery(db: Db, userId: string, notificationId: string): Promise<Delivery | undefined> {
  const row = await deliveries(db, userId).where('notification.id', '=', notificationId).executeTakeFirst()
  return row && toDelivery(row)
}

function deliveries(db: Db, userId: string) {
  return db
    .selectFrom('notification')
    .innerJoin('channel', 'channel.id', 'notification.channel_id')
    .selectAll('notification')
    .select('channel.name as channel_name')
    .where('notification.user_id', '=', userId)
}

const TITLES: Record<Schema['notification']['what'], string> = {
  opened: 'Alert',
  repeated: 'Still open',
  closed: 'Over',
  reminder: 'Reminder',
  advice: 'Advice',
  digest: 'Several alerts',
  test: 'Test message',
}

function toDelivery(row: Selectable<Schema['notification']> & { readonly channel_name: string }): Delivery {
  return {
    deliveryId: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    episodeId: row.episode_id,
    title: row.title ?? TITLES[row.what],
    state: row.state,
    attempts: row.attempts,
    createdAt: toTimestamp(row.created_at),
    sentAt: row.sent_at === null ? null : toTimestamp(row.sent_at),
    nextTryAt: row.due_at === null ? null : toTimestamp(row.due_at),
    answer: row.answer,
  }
}
