import type { Context } from '../../platform/context.ts'
import { noteSeen } from '../devices/presence-store.ts'
import type { BoardSource } from './board-owner.ts'
import { updateBoard } from './board-store.ts'
import type { KnownBoard } from './known-board.ts'
import { messageOf } from '../../platform/error-details.ts'

/** Interval of writes for a sending board. */
const NOTED_EVERY_MS = 60_000
const AVAILABILITY_EVERY_MS = 5000

export interface SeenNotes {
  note(board: KnownBoard, source: BoardSource): void
  settled(): Promise<void>
}

/** Presence is worth less than readings: a failed write loses only that. */
export function openSeenNotes({ db, log }: Pick<Context, 'db' | 'log'>): SeenNotes {
  const running = new Set<Promise<void>>()
  const stored = new WeakMap<KnownBoard, boolean>()

  function note(board: KnownBoard, source: BoardSource): void {
    const since = board.lastSeenAt - board.storedAt
    const hasTurned = board.isOnline !== undefined && board.isOnline !== stored.get(board)
    if (since < (hasTurned ? AVAILABILITY_EVERY_MS : NOTED_EVERY_MS)) return
    board.storedAt = board.lastSeenAt
    const work = store(board, source)
      .catch((error: unknown) => log.warn({ event: 'board.presence-write-failed', reason: messageOf(error) }))
      .finally(() => running.delete(work))
    running.add(work)
  }

  async function store(board: KnownBoard, { kind }: BoardSource): Promise<void> {
    const { device, isOnline, lastSeenAt: at } = board
    await updateBoard(db, board.boardId, board.state)
    // A device's own connection decides whether it is connected.
    if (!device || kind === 'device') return
    await noteSeen(db, device.deviceKey, { at, ...(isOnline === undefined ? {} : { connected: isOnline }) })
    if (isOnline !== undefined) stored.set(board, isOnline)
  }

  return {
    note,
    settled: async () => void (await Promise.all(running)),
  }
}
