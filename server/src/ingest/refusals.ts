import type { AppendedGroup } from '@greenhouse/timeseries'
import { recordRefusals } from '../features/devices/device-store.ts'
import type { Context } from '../platform/context.ts'
import { countConflicts } from './conflicts.ts'
import type { ReadingBatch } from './ingest-types.ts'

/** The reason for a reading that was acknowledged as a repetition but has another value. */
const CONFLICT = 'Another value was stored for the same time before. It stays.'

interface Refusal {
  readonly deviceKey: number
  readonly count: number
  readonly reason: string
}

/** The refused readings of a group: in admitted parts, over the quota, and in conflict. */
export interface RefusedInGroup {
  readonly admitted: ReadingBatch
  readonly overQuota: ReadingBatch
  /** The reason for the parts without room. */
  readonly noRoom: string
  readonly appended: AppendedGroup
}

/** Records refused readings for the owners of devices. Failures are logged. */
export async function recordRefusalsOf(
  { db, log, now, timeSeries }: Pick<Context, 'db' | 'log' | 'now' | 'timeSeries'>,
  { appended, ...group }: RefusedInGroup,
): Promise<void> {
  try {
    const conflicts = await countConflicts(timeSeries, appended)
    const refusals = [...refusalsOf(group), ...[...conflicts].map(([key, count]) => conflictOf(key, count))]
    if (refusals.length === 0) return
    await db.transaction().execute(async (tx) => {
      for (const refusal of refusals) await recordRefusals(tx, { ...refusal, at: now() })
    })
  } catch (error) {
    log.warn({ event: 'ingest.refusals-write-failed', reason: (error as Error).message })
  }
}

function conflictOf(deviceKey: number, count: number): Refusal {
  return { deviceKey, count, reason: CONFLICT }
}

function refusalsOf({ admitted, overQuota, noRoom }: Omit<RefusedInGroup, 'appended'>): Refusal[] {
  const byDevice = new Map<number, Refusal>()
  for (const { queued, isLast } of admitted) {
    const newest = queued.entry.refused.at(-1)
    if (!isLast || !newest) continue
    const count = queued.entry.refused.length + (byDevice.get(queued.lane)?.count ?? 0)
    byDevice.set(queued.lane, { deviceKey: queued.lane, count, reason: newest.reason })
  }
  const withoutRoom = [...Map.groupBy(overQuota, ({ queued }) => queued)].map(([queued, parts]) => ({
    deviceKey: queued.lane,
    // Readings in no group yet are dropped with it.
    count: queued.items.length - queued.sliced + parts.reduce((sum, { items }) => sum + items.length, 0),
    reason: noRoom,
  }))
  return [...byDevice.values(), ...withoutRoom]
}
