import { NEW_BOARDS_MAX, toTimestamp, type Board, type BoardFamily } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { BoardSource } from './board-owner.ts'

export type Measure = Board['measures'][number]

export interface StoredBoard {
  readonly boardId: string
  readonly family: string
  readonly externalId: string
  readonly name: string | null
  readonly model: string | null
  readonly firmware: string | null
  readonly lastSeenAt: number
  readonly measures: readonly Measure[]
  readonly notes: readonly string[]
  readonly everySeconds: number | null
  readonly waiting: number
  readonly isIgnored: boolean
  readonly device: DeviceRef | undefined
}

export type BoardState = Pick<
  StoredBoard,
  'name' | 'model' | 'firmware' | 'lastSeenAt' | 'measures' | 'notes' | 'everySeconds' | 'waiting'
>

export interface NewBoard extends BoardState {
  readonly boardId: string
  readonly householdId: string
  readonly family: BoardFamily
  readonly externalId: string
  readonly source: BoardSource
  readonly firstSeenAt: number
  /** Device that it belongs to from the start. */
  readonly deviceKey: number | null
}

export async function listBoards(db: Db, householdId: string): Promise<Board[]> {
  const rows = await db
    .selectFrom('board')
    .leftJoin('device', 'device.key', 'board.device_key')
    .leftJoin('hub', 'hub.id', 'board.source_id')
    .leftJoin('broker', 'broker.id', 'board.source_id')
    .leftJoin('device as sender', 'sender.id', 'board.source_id')
    .selectAll('board')
    .select([
      'device.id as device_id',
      'hub.name as hub_name',
      'broker.url as broker_url',
      'sender.name as sender_name',
    ])
    .where('board.household_id', '=', householdId)
    .orderBy('board.first_seen_at', 'desc')
    .orderBy('board.id')
    .execute()
  return rows.map((row) => toBoard(row, row.hub_name ?? row.sender_name ?? hostOf(row.broker_url)))
}

export async function isSenderThere(tx: Tx, householdId: string, deviceKey: number | undefined): Promise<boolean> {
  const row =
    deviceKey === undefined
      ? await tx.selectFrom('household').select('id').where('id', '=', householdId).executeTakeFirst()
      : await tx
          .selectFrom('device')
          .select('key')
          .where('key', '=', deviceKey)
          .where('household_id', '=', householdId)
          .executeTakeFirst()
  return row !== undefined
}

export async function loadBoards(db: Db, householdId: string): Promise<StoredBoard[]> {
  const rows = await db
    .selectFrom('board')
    .leftJoin('device', 'device.key', 'board.device_key')
    .selectAll('board')
    .select('device.id as device_id')
    .where('board.household_id', '=', householdId)
    .execute()
  return rows.map(toStored)
}

export async function findBoard(db: Db, householdId: string, boardId: string): Promise<StoredBoard | undefined> {
  const row = await db
    .selectFrom('board')
    .leftJoin('device', 'device.key', 'board.device_key')
    .selectAll('board')
    .select('device.id as device_id')
    .where('board.id', '=', boardId)
    .where('board.household_id', '=', householdId)
    .executeTakeFirst()
  return row && toStored(row)
}

/** Adds a board. Throws when the household is removed, or has a board of that family with that id. */
export async function insertBoard(tx: Tx, board: NewBoard): Promise<void> {
  await tx
    .insertInto('board')
    .values({
      id: board.boardId,
      household_id: board.householdId,
      family: board.family,
      external_id: board.externalId,
      source_kind: board.source.kind,
      source_id: board.source.id,
      first_seen_at: board.firstSeenAt,
      device_key: board.deviceKey,
      ...toColumns(board),
    })
    .execute()
}

export async function updateBoard(db: Db, boardId: string, state: BoardState): Promise<boolean> {
  const changed = await db.updateTable('board').set(toColumns(state)).where('id', '=', boardId).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function updateBoardDevice(tx: Tx, boardId: string, deviceKey: number): Promise<boolean> {
  const changed = await tx
    .updateTable('board')
    .set({ device_key: deviceKey, is_ignored: 0 })
    .where('id', '=', boardId)
    .where('device_key', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Hides a board, whose readings are then dropped, or shows it again. */
export async function updateIgnored(tx: Tx, boardId: string, isIgnored: boolean): Promise<void> {
  await tx
    .updateTable('board')
    .set({ is_ignored: Number(isIgnored), ...(isIgnored ? { waiting: 0 } : {}) })
    .where('id', '=', boardId)
    .execute()
  if (isIgnored) await tx.deleteFrom('board_reading').where('board_id', '=', boardId).execute()
}

/** Removes the longest unseen first, ignored boards last; never `newest`. Returns the removed ids. */
export async function deleteBoardsBeyond(tx: Tx, householdId: string, newest: string): Promise<string[]> {
  const max = NEW_BOARDS_MAX - 1
  const beyond = await tx
    .selectFrom('board')
    .select('id')
    .where('household_id', '=', householdId)
    .where('device_key', 'is', null)
    .where('id', '<>', newest)
    .orderBy('is_ignored', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(NEW_BOARDS_MAX)
    .offset(max)
    .execute()
  const ids = beyond.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('board').where('id', 'in', ids).execute()
  return ids
}

function toColumns(state: BoardState) {
  return {
    name: state.name,
    model: state.model,
    firmware: state.firmware,
    last_seen_at: state.lastSeenAt,
    measures: JSON.stringify(state.measures),
    notes: JSON.stringify(state.notes),
    every_seconds: state.everySeconds,
    waiting: state.waiting,
  }
}

type BoardRow = Selectable<Schema['board']> & { readonly device_id: string | null }

function toStored(row: BoardRow): StoredBoard {
  const { device_id: deviceId, device_key: deviceKey } = row
  return {
    boardId: row.id,
    family: row.family,
    externalId: row.external_id,
    name: row.name,
    model: row.model,
    firmware: row.firmware,
    lastSeenAt: row.last_seen_at,
    // Written by the statements above.
    measures: JSON.parse(row.measures) as Measure[],
    notes: JSON.parse(row.notes) as string[],
    everySeconds: row.every_seconds,
    waiting: row.waiting,
    isIgnored: row.is_ignored === 1,
    device: deviceId === null || deviceKey === null ? undefined : { deviceId, deviceKey },
  }
}

function toBoard(row: BoardRow, sourceName: string): Board {
  const { boardId, family, externalId, name, model, firmware, lastSeenAt, device, isIgnored, ...rest } = toStored(row)
  return {
    boardId,
    family,
    externalId,
    name,
    model,
    firmware,
    source: { kind: row.source_kind, id: row.source_id, name: sourceName },
    firstSeen: toTimestamp(row.first_seen_at),
    lastSeen: toTimestamp(lastSeenAt),
    everySeconds: rest.everySeconds,
    measures: [...rest.measures],
    waiting: rest.waiting,
    notes: [...rest.notes],
    deviceId: device?.deviceId ?? null,
    ignored: isIgnored,
  }
}

function hostOf(url: string | null): string {
  return url === null ? '' : (URL.parse(url)?.host ?? '')
}
