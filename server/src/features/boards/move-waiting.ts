import { WAITING_READINGS_MS } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { deleteWaitingUpTo, listWaiting } from './board-reading-store.ts'
import type { BoardReading } from './board-report.ts'
import type { Boards } from './boards.ts'
import { deleteOldSightings } from './sighting-store.ts'
import { listSilentBoards, listUnmoved, updateWaiting, type UnmovedBoard } from './waiting-store.ts'
import { messageOf } from '../../platform/error-details.ts'

const MOVED_EVERY_MS = 60_000
/** Readings that are ingested at once, and their rough size. */
const AT_ONCE = 200
const READING_BYTES = 200

export type IngestReadings = (device: DeviceRef, readings: readonly BoardReading[], bytes: number) => Promise<unknown>

export interface WaitingReadings {
  /** Ingests the stored readings of a claimed board; failed ones are moved later. */
  move(board: UnmovedBoard): Promise<void>
  /** Continues after a kill or a full disk, and removes outdated readings of unclaimed boards. */
  readonly job: PeriodicJob
}

export function openWaitingReadings(
  { db, log, now }: Context,
  { boards, ingestReadings }: { readonly boards: Pick<Boards, 'change'>; readonly ingestReadings: IngestReadings },
): WaitingReadings {
  /** Each part is removed once it is on disk: after a kill it is ingested again, which stores nothing twice. */
  async function moveAll({ boardId, device }: UnmovedBoard): Promise<void> {
    await deleteWaitingUpTo(db, boardId, now() - WAITING_READINGS_MS)
    while (true) {
      const some = await listWaiting(db, boardId, AT_ONCE)
      const last = some.at(-1)
      if (!last) break
      const readings = some.map(({ at, values }) => ({ time: at, values }))
      await ingestReadings(device, readings, readings.length * READING_BYTES)
      await deleteWaitingUpTo(db, boardId, last.at)
    }
    await updateWaiting(db, boardId, 0)
  }

  async function move(board: UnmovedBoard): Promise<void> {
    try {
      await moveAll(board)
    } catch (error) {
      log.warn({ event: 'board.readings-not-moved', boardId: board.boardId, reason: messageOf(error) })
    }
  }

  async function moveLeft(): Promise<void> {
    await deleteOldSightings(db, now())
    for (const board of await listUnmoved(db)) await move(board)
    const oldest = now() - WAITING_READINGS_MS
    for (const { boardId, householdId } of await listSilentBoards(db, oldest)) {
      await boards.change(householdId, async () => {
        await deleteWaitingUpTo(db, boardId, oldest)
        await updateWaiting(db, boardId, 0)
      })
    }
  }

  const onError = (err: unknown) => log.error({ event: 'board.readings-not-swept', err })
  return { move, job: openPeriodicJob(moveLeft, { everyMs: MOVED_EVERY_MS, onError }) }
}
