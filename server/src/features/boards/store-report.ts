import { setImmediate as breathe } from 'node:timers/promises'
import { NEW_BOARDS_MAX, WAITING_READINGS_MAX, WAITING_READINGS_MS } from '@greenhouse/contract'
import type { Tx } from '../../platform/db/schema.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { BoardOwner } from './board-owner.ts'
import { deleteWaitingBeyond, deleteWaitingUpTo, insertWaiting } from './board-reading-store.ts'
import {
  deleteBoardsBeyond,
  insertBoard,
  isSenderThere,
  updateBoard,
  updateBoardDevice,
  type StoredBoard,
} from './board-store.ts'
import { KnownBoard, keyOf } from './known-board.ts'
import type { PersonBoards } from './known-boards.ts'
import { isListedAtOnce, isOneMessage, merged } from './sighting.ts'
import { insertSighting, takeSighting, type Sighting } from './sighting-store.ts'

/** Stored readings of all new boards of a household: with 64 values of long names each they fill 200 MB. */
const WAITING_OF_PERSON_MAX = 20_000
/** Interval of removing outdated readings while a board sends. */
const TRIMMED_EVERY_MS = 600_000

const READINGS_AT_ONCE = 50

export interface BoardItem extends Sighting {
  readonly owner: BoardOwner
  /** The device that sent it with its own token; takes the board when it has none of the family. */
  readonly sender: DeviceRef | undefined
}

interface Storing extends BoardItem {
  readonly newId: () => string
  readonly mayList: (householdId: string) => boolean
}

/** Returns the device of a claimed board, whose readings must be ingested. Stores nothing of removed users. */
export async function storeReport(tx: Tx, own: PersonBoards, item: Storing): Promise<DeviceRef | undefined> {
  const { report, sender } = item
  const known = own.get(keyOf(report.board))
  const adopts = sender !== undefined && !own.hasFamily(sender.deviceKey, report.board.family)
  if ((!known || adopts) && !(await isSenderThere(tx, item.owner.householdId, sender?.deviceKey))) return undefined
  if (!known) return storeUnknown(tx, own, { ...item, sender: adopts ? sender : undefined })
  if (known.device) return known.device
  known.apply(report, item)
  if (adopts && !known.isIgnored && (await updateBoardDevice(tx, known.boardId, sender.deviceKey)))
    known.device = sender
  const isThere = await updateBoard(tx, known.boardId, known.state)
  if (!isThere) own.remove(known.boardId)
  if (known.device || known.isIgnored || !isThere) return known.device
  return keepReadings(tx, own, known, item)
}

async function storeUnknown(tx: Tx, own: PersonBoards, item: Storing): Promise<DeviceRef | undefined> {
  const { report, owner, sender } = item
  const before = await takeSighting(tx, owner.householdId, report.board)
  const isCertain = isListedAtOnce(report) || (before !== undefined && !isOneMessage(before, item))
  if (!sender && !(isCertain && item.mayList(owner.householdId))) {
    await insertSighting(tx, owner.householdId, merged(before, item))
    return undefined
  }
  if (!before) return addBoard(tx, own, item)
  await addBoard(tx, own, { ...item, ...before, sender: undefined })
  return storeReport(tx, own, item)
}

async function addBoard(
  tx: Tx,
  own: PersonBoards,
  { newId, owner, report, sender, ...arrival }: Storing,
): Promise<DeviceRef | undefined> {
  const board = new KnownBoard(newBoard(newId(), { ...arrival, report, sender }))
  board.apply(report, arrival)
  const { family, externalId } = report.board
  const seen = { firstSeenAt: arrival.arrivedAt, deviceKey: sender?.deviceKey ?? null }
  const { householdId, source } = owner
  await insertBoard(tx, { ...board.state, ...seen, boardId: board.boardId, householdId, family, externalId, source })
  own.add(board)
  if (board.device) return board.device
  if (own.countUnclaimed() > NEW_BOARDS_MAX)
    for (const boardId of await deleteBoardsBeyond(tx, householdId, board.boardId)) own.remove(boardId)
  return keepReadings(tx, own, board, { ...arrival, report })
}

function newBoard(boardId: string, { report, arrivedAt, sender }: Omit<BoardItem, 'owner'>): StoredBoard {
  return {
    boardId,
    family: report.board.family,
    externalId: report.board.externalId,
    name: null,
    model: null,
    firmware: null,
    lastSeenAt: arrivedAt,
    measures: [],
    notes: [],
    everySeconds: null,
    waiting: 0,
    isIgnored: false,
    device: sender,
  }
}

async function keepReadings(
  tx: Tx,
  own: PersonBoards,
  board: KnownBoard,
  { report, arrivedAt, isRetained }: Sighting,
): Promise<undefined> {
  if (isRetained) return
  const before = board.waiting
  const oldest = arrivedAt - WAITING_READINGS_MS
  for (const [index, { time = arrivedAt, values }] of report.readings.entries()) {
    if (index % READINGS_AT_ONCE === READINGS_AT_ONCE - 1) await breathe()
    if (time > oldest && (await insertWaiting(tx, board.boardId, { at: time, values }))) board.waiting++
  }
  if (arrivedAt - board.trimmedAt > TRIMMED_EVERY_MS) {
    board.waiting -= await deleteWaitingUpTo(tx, board.boardId, oldest)
    board.trimmedAt = arrivedAt
  }
  if (board.waiting > WAITING_READINGS_MAX)
    board.waiting -= await deleteWaitingBeyond(tx, board.boardId, WAITING_READINGS_MAX)
  await makeRoom(tx, own, board)
  if (board.waiting !== before) await updateBoard(tx, board.boardId, board.state)
}

/** Removes the oldest readings of the board with the most when those of its user are too many. */
async function makeRoom(tx: Tx, own: PersonBoards, current: KnownBoard): Promise<void> {
  const { count, fullest } = own.countWaiting()
  if (count <= WAITING_OF_PERSON_MAX || !fullest) return
  const kept = Math.max(0, fullest.waiting - (count - WAITING_OF_PERSON_MAX))
  fullest.waiting -= await deleteWaitingBeyond(tx, fullest.boardId, kept)
  if (fullest !== current) await updateBoard(tx, fullest.boardId, fullest.state)
}
