import type { DevicesByKey } from '../features/devices/known-devices.ts'
import { bytesOfValues, estimateUsage } from '../features/series/usage-store.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { Db } from '../platform/db/schema.ts'
import { ProblemError } from '../platform/problem.ts'
import { type TimeSeries, Outcome, type AppendedGroup } from '@greenhouse/timeseries'
import type { ReadingBatch, ReadingSlice } from './ingest-types.ts'

/** Lifetime of an estimate. Values stored meanwhile are added to it. */
const GOOD_FOR_MS = 10 * 60_000
/** Sooner when there is no room: the owner may have made some. */
const GOOD_FOR_WHEN_FULL_MS = 60_000
const OWNERS_MAX = 10_000
/** The code of the error for readings without room. */
export const STORAGE_FULL = 'storage.full'

interface Usage {
  bytes: number
  readonly estimatedAt: number
}

export interface UserStorage {
  /** Divides a batch into the slices whose owners have room for readings, and those whose owners have none. */
  admit(
    db: Db,
    batch: ReadingBatch,
    devices: DevicesByKey,
  ): Promise<{ admitted: ReadingBatch; overQuota: ReadingBatch }>
  /** Counts the values of a group that were stored. */
  add(group: AppendedGroup, devices: DevicesByKey): void
  /** The error for readings without room. */
  readonly full: ProblemError
}

/**
 * Limits how much each user stores. A user who has reached the limit keeps what is there; new readings are refused, with
 * a reason, until some are deleted.
 *
 * @param megabytes null for no limit
 * @param clock milliseconds that only go forward
 */
export function openUserStorage(
  megabytes: number | null,
  timeSeries: TimeSeries,
  clock = () => performance.now(),
): UserStorage {
  const limit = megabytes === null ? Infinity : megabytes * 1024 * 1024
  const usages = new Map<string, Usage>()

  async function usageOf(db: Db, householdId: string): Promise<number> {
    const last = usages.get(householdId)
    const goodFor = last && last.bytes >= limit ? GOOD_FOR_WHEN_FULL_MS : GOOD_FOR_MS
    if (last && clock() - last.estimatedAt < goodFor) return last.bytes
    try {
      const bytes = await estimateUsage(db, timeSeries, householdId)
      if (usages.size >= OWNERS_MAX) usages.clear()
      usages.set(householdId, { bytes, estimatedAt: clock() })
      return bytes
    } catch (error) {
      // Where readings are stored without the database, they are not refused because nobody can be asked for the room.
      if (isUnavailable(error)) return last?.bytes ?? 0
      throw error
    }
  }

  async function fullOwners(db: Db, devices: DevicesByKey): Promise<ReadonlySet<string>> {
    const full = new Set<string>()
    for (const householdId of new Set([...devices.values()].map((device) => device.householdId))) {
      if ((await usageOf(db, householdId)) >= limit) full.add(householdId)
    }
    return full
  }

  return {
    async admit(db, batch, devices) {
      if (megabytes === null) return { admitted: batch, overQuota: [] }
      const full = await fullOwners(db, devices)
      if (full.size === 0) return { admitted: batch, overQuota: [] }
      const hasRoom = ({ queued }: ReadingSlice) => {
        const device = devices.get(queued.key)
        return device === undefined || !full.has(device.householdId)
      }
      return { admitted: batch.filter(hasRoom), overQuota: batch.filter((slice) => !hasRoom(slice)) }
    },
    add({ entries, outcomes }, devices) {
      if (megabytes === null) return
      let place = 0
      for (const { deviceKey, values } of entries) {
        const end = place + values.length
        const stored = outcomes
          .subarray(place, end)
          .reduce((count, one) => count + (one === Outcome.DUPLICATE ? 0 : 1), 0)
        place = end
        const device = devices.get(deviceKey)
        const usage = device && usages.get(device.householdId)
        if (usage) usage.bytes += bytesOfValues(stored)
      }
    },
    full: storageFull(megabytes),
  }
}

function storageFull(megabytes: number | null): ProblemError {
  return new ProblemError(
    507,
    STORAGE_FULL,
    `Your storage of ${megabytes} MB is full. Nothing new is stored until you delete readings or a device.`,
  )
}
