import type { Severity } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts'
import { lockUser } from '../../../platform/db/owners.ts'
import { claimBy, isFree, listUnderway, UNCLAIMED, type Claimer } from './claim-store.ts'
import { AT_ONCE_EACH } from './due-store.ts'

/** A message to one channel, as it is stored. Times in milliseconds since 1970. */
export interface StoredNotification {
  readonly notificationId: string
  readonly userId: string
  readonly channelId: string
  readonly episodeId: string | null
  readonly what: Schema['notification']['what']
  readonly severity: Severity
  /** The text, unless the message is about an episode. */
  readonly title: string | null
  readonly text: string | null
  readonly attempts: number
  readonly createdAt: number
}

export interface NewNotification extends Omit<StoredNotification, 'attempts'> {
  readonly dueAt: number
}

const ROWS_AT_ONCE = 100

export async function insertNotifications(
  tx: Tx,
  notifications: readonly NewNotification[],
  claimer?: Claimer,
): Promise<void> {
  const rows = notifications.map((one) => ({
    id: one.notificationId,
    user_id: one.userId,
    channel_id: one.channelId,
    episode_id: one.episodeId,
    what: one.what,
    severity: one.severity,
    title: one.title,
    text: one.text,
    state: 'waiting' as const,
    attempts: claimer ? 1 : 0,
    created_at: one.createdAt,
    due_at: one.dueAt,
    sent_at: null,
    answer: null,
  }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('notification')
      .values((eb) =>
        rows.slice(start, start + ROWS_AT_ONCE).map((row) => ({ ...row, ...(claimer ? claimBy(eb, claimer) : {}) })),
      )
      .execute()
}

/** Returns the due messages of a channel in order, with postponed ones, so that new messages do not overtake them. */
export async function listDue(db: Db, channelId: string, now: number, most: number): Promise<StoredNotification[]> {
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .where((where) => where.or([where('due_at', '<=', now), where('answer', 'is not', null)]))
    .orderBy('created_at')
    .orderBy('attempts', 'desc')
    // An episode that opened and closed at once.
    .orderBy((order) => order.case().when('what', '=', 'closed').then(1).else(0).end())
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(toStored)
}

export async function listSentSince(db: Db, channelId: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .select('sent_at')
    .where('channel_id', '=', channelId)
    .where('created_at', '>', since - SENT_AFTER_MAX_MS)
    .where('state', '=', 'sent')
    .where('what', '<>', 'test')
    .where('sent_at', '>', since)
    .orderBy('sent_at')
    .execute()
  return rows.map(({ sent_at }) => sent_at ?? 0)
}

/** The longest time from when a message is made to when it is sent, quiet hours and retries included. */
const SENT_AFTER_MAX_MS = 3 * 86_400_000

/**
 * Claims a message; false when another process has it or is sending to the channel. The message of an expired claim is
 * due again.
 */
export async function claim(
  tx: Tx,
  { userId, channelId, notificationId, attempts }: StoredNotification,
  claimer: Claimer,
  now: number,
): Promise<boolean> {
  if (!(await lockFreeChannel(tx, { channelId, userId }, claimer))) return false
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set((eb) => ({ due_at: now, attempts: attempts + 1, answer: null, ...claimBy(eb, claimer) }))
    .where('id', '=', notificationId)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .where((where) => where.or([where('due_at', '<=', now), where('answer', 'is not', null)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Merges messages never tried into a claimed list. Throws `ClaimedByOther` when another process has any of them. */
export async function mergeInto(
  tx: Tx,
  list: NewNotification,
  ids: readonly string[],
  claimer: Claimer,
): Promise<void> {
  if (!(await lockFreeChannel(tx, list, claimer))) throw new ClaimedByOther()
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE)
    const { numUpdatedRows } = await tx
      .updateTable('notification')
      .set({ state: 'merged', due_at: null, sent_at: null, answer: 'Told in a list with others.' })
      .where('id', 'in', some)
      .where('state', '=', 'waiting')
      .where('attempts', '=', 0)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== some.length) throw new ClaimedByOther()
  }
  await insertNotifications(tx, [list], claimer)
}

/** Rolls the transaction back when another process has claimed a part. */
export class ClaimedByOther extends Error {}

/** Locks a channel and its owner for the transaction. False when it is gone, in use, or its owner is at the limit. */
async function lockFreeChannel(
  tx: Tx,
  { channelId, userId }: Pick<StoredNotification, 'channelId' | 'userId'>,
  claimer: Claimer,
): Promise<boolean> {
  await lockUser(tx, userId)
  const { numUpdatedRows } = await tx
    .updateTable('channel')
    .set((set) => ({ is_on: set.ref('is_on') }))
    .where('id', '=', channelId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const underway = await listUnderway(tx, claimer, userId)
  return underway.length < AT_ONCE_EACH && !underway.some((one) => one.channelId === channelId)
}

export interface Ending {
  readonly state: 'sent' | 'failed' | 'waiting'
  readonly title: string
  readonly answer: string
  readonly at: number
  /** When it is tried again; null when it is not. */
  readonly dueAt: number | null
}

/** Stores how the try of a message ended, unless another process has claimed it since. */
export async function endTry(db: Db, { notificationId, attempts }: StoredNotification, ending: Ending): Promise<void> {
  await db
    .updateTable('notification')
    .set({ state: ending.state, title: ending.title, answer: ending.answer, due_at: ending.dueAt, ...UNCLAIMED })
    .set({ sent_at: ending.state === 'sent' ? ending.at : null })
    .where('id', '=', notificationId)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts + 1)
    .execute()
}

/** Has the messages to a channel that are due wait until an instant, and says why. */
export async function postponeDue(
  db: Db,
  channelId: string,
  claimer: Claimer,
  { now, until, why }: { readonly now: number; readonly until: number; readonly why: string },
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ due_at: until, answer: why })
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where((eb) => isFree(eb, claimer))
    .execute()
}

/** Gives up what waits for a channel and was made before an instant. */
export async function failWaiting(db: Db, channelId: string, before: number, answer: string): Promise<void> {
  await db
    .updateTable('notification')
    .set({ state: 'failed', due_at: null, answer })
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .where('created_at', '<=', before)
    .execute()
}

/** Has messages that wait with an answer sent at another instant, such as when what that says is mended. */
export async function rescheduleWaiting(
  db: Db,
  channelId: string,
  { answer, dueAt }: { readonly answer: string; readonly dueAt: number },
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ due_at: dueAt })
    .where('channel_id', '=', channelId)
    .where('state', '=', 'waiting')
    .where('answer', '=', answer)
    .execute()
}

/** Returns the channels notified, or about to be notified, of the opening of episodes, by episode. */
export async function listNotified(db: Db, episodeIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const notified = new Map<string, Set<string>>()
  if (episodeIds.length === 0) return notified
  const rows = await db
    .selectFrom('notification')
    .select(['episode_id', 'channel_id'])
    .where('episode_id', 'in', episodeIds)
    .where('what', '=', 'opened')
    .execute()
  for (const { episode_id, channel_id } of rows) {
    const channels = notified.get(episode_id ?? '') ?? new Set()
    notified.set(episode_id ?? '', channels.add(channel_id))
  }
  return notified
}

/** Returns the channels to which a message about an episode still waits, or was sent after an instant. */
export async function listNotifiedSince(db: Db, episodeId: string, after: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notification')
    .select('channel_id')
    .where('episode_id', '=', episodeId)
    .where((where) => where.or([where('state', '=', 'waiting'), where('sent_at', '>', after)]))
    .execute()
  return new Set(rows.map(({ channel_id }) => channel_id))
}

export async function deleteNotification(db: Db, notificationId: string): Promise<void> {
  await db.deleteFrom('notification').where('id', '=', notificationId).execute()
}

function toStored(row: Selectable<Schema['notification']>): StoredNotification {
  const { id, user_id, channel_id, episode_id, what, severity, title, text, attempts, created_at } = row
  return {
    notificationId: id,
    userId: user_id,
    channelId: channel_id,
    episodeId: episode_id,
    what,
    severity,
    title,
    text,
    attempts,
    createdAt: created_at,
  }
}

/** Drops what waits to be sent to a person about a household. */
export async function deleteWaitingOf(
  tx: Tx,
  { householdId, userId }: { readonly householdId: string; readonly userId: string },
): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('episode_id', 'in', (select) =>
      select.selectFrom('episode').select('id').where('household_id', '=', householdId),
    )
    .execute()
}
