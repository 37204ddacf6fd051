import { type AppendedGroup, type TimeSeries, Outcome, type Column, type Entry } from '@greenhouse/timeseries'
import { recordRefusals } from '../features/devices/device-store.ts'
import type { Context } from '../platform/context.ts'
import type { ReadingBatch } from './ingest-types.ts'

/** The reason for a reading that was acknowledged as a repetition but has another value. */
const CONFLICT = 'Another value was stored for the same time before. It stays.'
/** Bound of one comparison, so that a device that repeats a year of readings does not read a year. */
const COMPARED_MS = 2 * 86_400_000

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
    const count = queued.entry.refused.length + (byDevice.get(queued.key)?.count ?? 0)
    byDevice.set(queued.key, { deviceKey: queued.key, count, reason: newest.reason })
  }
  const withoutRoom = [...Map.groupBy(overQuota, ({ queued }) => queued)].map(([queued, parts]) => ({
    deviceKey: queued.key,
    // Readings in no group yet are dropped with it.
    count: queued.items.length - queued.sliced + parts.reduce((sum, { items }) => sum + items.length, 0),
    reason: noRoom,
  }))
  return [...byDevice.values(), ...withoutRoom]
}

/** Returns for each device how many messages repeat a time with another value than the one that was stored for it first. */
async function countConflicts(timeSeries: TimeSeries, group: AppendedGroup): Promise<Map<number, number>> {
  const conflicts = new Map<number, number>()
  for (const [deviceKey, repeated] of repeatedOf(group)) {
    const to = repeated.reduce((latest, { at }) => Math.max(latest, at), 0)
    const from = repeated.reduce((earliest, { at }) => Math.min(earliest, at), to)
    const range = { from: Math.max(from, to - COMPARED_MS), to: to + 1 }
    const differing = new Set<Entry>()
    for await (const columns of timeSeries.raw(deviceKey, slotsOf(repeated), range)) {
      for (const entry of repeated) if (differs(entry, columns)) differing.add(entry)
    }
    if (differing.size > 0) conflicts.set(deviceKey, differing.size)
  }
  return conflicts
}

/** The messages of each device with a repeated value. */
function repeatedOf({ entries, outcomes }: AppendedGroup): Map<number, Entry[]> {
  const byDevice = new Map<number, Entry[]>()
  let place = 0
  for (const entry of entries) {
    const end = place + entry.values.length
    const isRepeated = outcomes.subarray(place, end).includes(Outcome.DUPLICATE)
    place = end
    if (!isRepeated) continue
    const own = byDevice.get(entry.deviceKey)
    if (own) own.push(entry)
    else byDevice.set(entry.deviceKey, [entry])
  }
  return byDevice
}

function slotsOf(entries: readonly Entry[]): number[] {
  return [...new Set(entries.flatMap(({ slots }) => slots))]
}

/** Returns whether the columns hold another value for the time of the message. Its own values that were new are equal. */
function differs({ at, slots, values }: Entry, columns: readonly Column[]): boolean {
  return columns.some((column) => {
    const index = slots.indexOf(column.slot)
    const place = index < 0 ? -1 : indexOf(column.at, at)
    return place >= 0 && column.values[place] !== values[index]
  })
}

/** Returns the index of a time among ascending ones; -1 when it is not there. */
function indexOf(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return times[low] === at ? low : -1
}
