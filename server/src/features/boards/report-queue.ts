import { BatchQueue, type BatchLimits, type Batch } from '../../platform/batch-queue.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import { overloaded, type ProblemError } from '../../platform/problem.ts'
import { TokenBuckets } from '../../platform/rate-limit/token-bucket.ts'
import type { Serial } from '@greenhouse/timeseries'
import type { BoardReport } from './board-report.ts'
import type { KnownBoards } from './known-boards.ts'
import { storeReport, type BoardItem } from './store-report.ts'
import { messageOf } from '../../platform/error-details.ts'

const LIMITS: BatchLimits = {
  bytes: 8 * 1024 * 1024,
  queueBytes: 1024 * 1024,
  batchSize: 200,
  batchMs: 3,
  quantum: 50,
}
/** Rate of new boards of a household: invented ids must not fill the database. */
const NEW_BOARDS = { burst: 200, perSecond: 1 / 30 }
const REPORT_BYTES = 1000
const VALUE_BYTES = 200
/** Bound of a counted list; a larger one would never fit the queue although it is allowed. */
const COUNTED_MAX = LIMITS.bytes / 2

interface Storing {
  readonly householdId: string
  device?: DeviceRef | undefined
}

export interface ReportQueue {
  /** Resolves with the device when the board is claimed by then: the readings must be ingested. */
  store(item: BoardItem): Promise<DeviceRef | undefined>
  close(): Promise<void>
}

interface QueueParts {
  readonly people: KnownBoards
  readonly serial: Serial
  readonly unable: (() => ProblemError | undefined) | undefined
  readonly onStored: (householdId: string) => void
}

/** Stores reports of unclaimed boards in batches, fairly by user. */
export function openReportQueue(
  { db, log, newId }: Pick<Context, 'db' | 'log' | 'newId'>,
  { people, serial, unable, onStored }: QueueParts,
): ReportQueue {
  const keys = new Map<string, number>()
  const newBoards = new TokenBuckets<string>(NEW_BOARDS)
  const queue = new BatchQueue<Storing, BoardItem>(LIMITS, {
    commit: (batch) => serial.run(() => commit(batch)),
    isUnavailable,
    failed,
  })

  async function store(item: BoardItem): Promise<DeviceRef | undefined> {
    const { householdId } = item.owner
    const bytes = Math.min(bytesOf(item.report), COUNTED_MAX)
    const key = keys.get(householdId) ?? keys.size
    keys.set(householdId, key)
    const problem = unable?.() ?? (queue.isSaturated(key) || !queue.hasRoomFor(bytes) ? overloaded() : undefined)
    if (problem) throw problem
    return (await queue.add(key, { householdId }, [item], bytes)).device
  }

  function mayList(householdId: string): boolean {
    if (newBoards.waitMs(householdId) > 0) return false
    newBoards.consume(householdId)
    return true
  }

  async function commit(batch: Batch<Storing, BoardItem>): Promise<void> {
    const householdIds = new Set(batch.map(({ queued }) => queued.entry.householdId))
    const forgetAll = () => householdIds.forEach((householdId) => people.forget(householdId))
    let tries = 0
    try {
      await db.transaction().execute(async (tx) => {
        if (tries++ > 0) forgetAll()
        for (const { queued, items } of batch) {
          const own = await people.load(tx, queued.entry.householdId)
          for (const item of items) queued.entry.device = await storeReport(tx, own, { ...item, newId, mayList })
        }
      })
    } catch (error) {
      forgetAll()
      throw error
    }
    householdIds.forEach(onStored)
  }

  function failed(error: unknown): ProblemError {
    if (isUnavailable(error)) log.warn({ event: 'board.store-unavailable', reason: messageOf(error) })
    else log.error({ event: 'board.not-stored', err: error })
    return overloaded(5)
  }

  return { store, close: () => queue.close() }
}

function bytesOf({ readings }: BoardReport): number {
  return REPORT_BYTES + VALUE_BYTES * readings.reduce((sum, { values }) => sum + values.length, 0)
}
