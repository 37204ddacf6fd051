import type { ChannelKind, Severity } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts'

/** A channel as it is stored. Times in milliseconds since 1970. */
export interface StoredChannel {
  readonly channelId: string
  readonly userId: string
  readonly kind: ChannelKind
  readonly name: string
  readonly sealedTarget: string
  /** SHA-256 of the address of a browser; null for other kinds. */
  readonly targetHash: string | null
  readonly severities: readonly Severity[]
  readonly isOn: boolean
  /** Null for an email address that nobody has confirmed. */
  readonly confirmedAt: number | null
  readonly createdAt: number
  /** Whether the newest attempt was answered rather than timed out; null before the first. */
  readonly answers: boolean | null
}

export async function listStoredChannels(db: Db, userId: string): Promise<StoredChannel[]> {
  const rows = await db
    .selectFrom('channel')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toChannel)
}

export async function findChannel(db: Db, userId: string, channelId: string): Promise<StoredChannel | undefined> {
  const channel = await findAnyChannel(db, channelId)
  return channel?.userId === userId ? channel : undefined
}

export async function findAnyChannel(db: Db, channelId: string): Promise<StoredChannel | undefined> {
  const row = await db.selectFrom('channel').selectAll().where('id', '=', channelId).executeTakeFirst()
  return row && toChannel(row)
}

export async function findOwnOfTarget(
  db: Db,
  userId: string,
  targetHash: string | null,
): Promise<StoredChannel | undefined> {
  if (targetHash === null) return undefined
  const row = await db
    .selectFrom('channel')
    .selectAll()
    .where('target_hash', '=', targetHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toChannel(row)
}

/** Removes the channels of all users to a browser that now belongs to another one. */
export async function deleteOthersOfTarget(tx: Tx, targetHash: string, channelId: string): Promise<void> {
  await tx.deleteFrom('channel').where('target_hash', '=', targetHash).where('id', '<>', channelId).execute()
}

/** Adds a channel of an owner that is locked; false when the user has `most` already. */
export async function insertChannel(tx: Tx, channel: StoredChannel, most: number): Promise<boolean> {
  const { count } = await tx
    .selectFrom('channel')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', channel.userId)
    .executeTakeFirstOrThrow()
  if (count >= most) return false
  await tx.insertInto('channel').values(toRow(channel)).execute()
  return true
}

export async function updateChannel(db: Db, channel: StoredChannel): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channel')
    .set(toRow(channel))
    .where('id', '=', channel.channelId)
    .where('user_id', '=', channel.userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Confirms the address of a channel. False when there is no such channel. */
export async function confirmChannel(db: Db, channelId: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channel')
    .set((set) => ({ confirmed_at: set.fn.coalesce('confirmed_at', set.val(at)) }))
    .where('id', '=', channelId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteAnswers(
  db: Db,
  { channelId, answers: before }: StoredChannel,
  answers: boolean,
): Promise<void> {
  if (answers === before) return
  await db
    .updateTable('channel')
    .set({ answers: Number(answers) })
    .where('id', '=', channelId)
    .execute()
}

/** Removes a channel with its messages; false when the user has no such channel. */
export async function deleteChannel(db: Db, userId: string, channelId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('channel')
    .where('id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function toRow(channel: StoredChannel) {
  return {
    id: channel.channelId,
    user_id: channel.userId,
    kind: channel.kind,
    name: channel.name,
    sealed_target: channel.sealedTarget,
    target_hash: channel.targetHash,
    severities: JSON.stringify(channel.severities),
    is_on: Number(channel.isOn),
    confirmed_at: channel.confirmedAt,
    created_at: channel.createdAt,
    answers: channel.answers === null ? null : Number(channel.answers),
  }
}

function toChannel(row: Selectable<Schema['channel']>): StoredChannel {
  return {
    channelId: row.id,
    userId: row.user_id,
    kind: row.kind,
    name: row.name,
    sealedTarget: row.sealed_target,
    targetHash: row.target_hash,
    severities: JSON.parse(row.severities) as Severity[],
    isOn: row.is_on === 1,
    confirmedAt: row.confirmed_at,
    createdAt: row.created_at,
    answers: row.answers === null ? null : row.answers === 1,
  }
}
