import type { Db, Tx } from '../../platform/db/schema.ts'
import type { BoardValue } from './board-report.ts'

export interface WaitingReading {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly values: readonly BoardValue[]
}

/** Adds missing series to a reading of the same time. Returns whether the time is new. */
export async function insertWaiting(tx: Tx, boardId: string, { at, values }: WaitingReading): Promise<boolean> {
  const known = await tx
    .selectFrom('board_reading')
    .select('data')
    .where('board_id', '=', boardId)
    .where('at', '=', at)
    .executeTakeFirst()
  if (!known) {
    await tx
      .insertInto('board_reading')
      .values({ board_id: boardId, at, data: JSON.stringify(values) })
      .execute()
    return true
  }
  // Rows hold the JSON written below.
  const before = JSON.parse(known.data) as BoardValue[]
  const added = values.filter((value) => !before.some((one) => isSameSeries(one, value)))
  if (added.length > 0) {
    await tx
      .updateTable('board_reading')
      .set({ data: JSON.stringify([...before, ...added]) })
      .where('board_id', '=', boardId)
      .where('at', '=', at)
      .execute()
  }
  return false
}

export async function listWaiting(db: Db, boardId: string, limit: number): Promise<WaitingReading[]> {
  const rows = await db
    .selectFrom('board_reading')
    .select(['at', 'data'])
    .where('board_id', '=', boardId)
    .orderBy('at')
    .limit(limit)
    .execute()
  return rows.map(({ at, data }) => ({ at, values: JSON.parse(data) as BoardValue[] }))
}

export async function deleteWaitingUpTo(db: Db, boardId: string, at: number): Promise<number> {
  const removed = await db
    .deleteFrom('board_reading')
    .where('board_id', '=', boardId)
    .where('at', '<=', at)
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

export async function deleteWaitingBeyond(tx: Tx, boardId: string, max: number): Promise<number> {
  const last = await tx
    .selectFrom('board_reading')
    .select('at')
    .where('board_id', '=', boardId)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(max)
    .executeTakeFirst()
  return last ? deleteWaitingUpTo(tx, boardId, last.at) : 0
}

function isSameSeries(one: BoardValue, other: BoardValue): boolean {
  return one.metric === other.metric && one.channel === other.channel
}
