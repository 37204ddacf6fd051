import { recordRefusals } from '../features/devices/device-store.ts'
import type { Appended } from '../features/readings/append-readings-store.ts'
import type { Tx } from '../platform/db/schema.ts'
import type { ReadingGroup } from './ingest-types.ts'

/** The reason for a reading that was acknowledged as a repetition but has another value. */
const CONFLICT = 'Another value was stored for the same time before. It stays.'

interface Refusal {
  readonly deviceKey: number
  readonly count: number
  readonly reason: string
}

/** What a transaction refuses: in its admitted parts, in the parts that had no room, and of what it appended. */
export interface RefusedInGroup {
  readonly admitted: ReadingGroup
  readonly homeless: ReadingGroup
  /** The reason for the parts without room. */
  readonly noRoom: string
  readonly conflicting: Appended['conflicting']
}

/** Records on the devices what was refused of their readings, for their owners to see. */
export async function recordRefusalsOf(tx: Tx, group: RefusedInGroup, refusedAt: number): Promise<void> {
  for (const refusal of refusalsOf(group)) await recordRefusals(tx, { ...refusal, at: refusedAt })
}

function refusalsOf({ admitted, homeless, noRoom, conflicting }: RefusedInGroup): Refusal[] {
  const byDevice = new Map<number, Refusal>()
  for (const { queued, isLast } of admitted) {
    const newest = queued.entry.refused.at(-1)
    if (!isLast || !newest) continue
    const count = queued.entry.refused.length + (byDevice.get(queued.lane)?.count ?? 0)
    byDevice.set(queued.lane, { deviceKey: queued.lane, count, reason: newest.reason })
  }
  const withoutRoom = [...Map.groupBy(homeless, ({ queued }) => queued)].map(([queued, parts]) => ({
    deviceKey: queued.lane,
    // What is in no group yet is given up with it.
    count: queued.items.length - queued.grouped + parts.reduce((sum, { items }) => sum + items.length, 0),
    reason: noRoom,
  }))
  const contradicting = [...Map.groupBy(conflicting, ({ deviceKey }) => deviceKey)].map(([deviceKey, own]) => ({
    deviceKey,
    count: own.length,
    reason: CONFLICT,
  }))
  return [...byDevice.values(), ...withoutRoom, ...contradicting]
}
