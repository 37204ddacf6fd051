import type { Reading } from '../features/readings/decode.ts'
import type { DeviceState } from '../features/readings/device-state-store.ts'
import { bytesOfReadings, estimateUsage } from '../features/readings/usage-store.ts'
import type { Tx } from '../platform/db/schema.ts'
import { ProblemError } from '../platform/problem.ts'

/** How long an estimate is good. What is stored meanwhile is added to it. */
const GOOD_FOR_MS = 10 * 60_000
/** Sooner when there is no room: the owner may have made some. */
const GOOD_FOR_WHEN_FULL_MS = 60_000
const OWNERS_MAX = 10_000

interface Known {
  bytes: number
  readonly estimatedAt: number
}

export interface UserStorage {
  /** The owners among these who have no room for more readings. */
  fullOwners(tx: Tx, devices: Iterable<DeviceState>): Promise<ReadonlySet<string>>
  /** Counts readings that were stored. */
  add(readings: readonly Reading[], devices: ReadonlyMap<number, DeviceState>): void
}

/**
 * How much room each user may fill. A user who has filled it keeps what is there; new readings are refused, in words,
 * until some are deleted.
 *
 * @param megabytes null for no limit
 * @param clock milliseconds that only go forward
 */
export function openUserStorage(megabytes: number | null, clock = () => performance.now()): UserStorage {
  const limit = megabytes === null ? Infinity : megabytes * 1024 * 1024
  const known = new Map<string, Known>()

  async function usageOf(tx: Tx, userId: string): Promise<number> {
    const last = known.get(userId)
    const goodFor = last && last.bytes >= limit ? GOOD_FOR_WHEN_FULL_MS : GOOD_FOR_MS
    if (last && clock() - last.estimatedAt < goodFor) return last.bytes
    if (known.size >= OWNERS_MAX) known.clear()
    const bytes = await estimateUsage(tx, userId)
    known.set(userId, { bytes, estimatedAt: clock() })
    return bytes
  }

  return {
    async fullOwners(tx, devices) {
      const full = new Set<string>()
      if (megabytes === null) return full
      for (const userId of new Set([...devices].map((device) => device.userId))) {
        if ((await usageOf(tx, userId)) >= limit) full.add(userId)
      }
      return full
    },
    add(readings, devices) {
      if (megabytes === null) return
      for (const [deviceKey, own] of Map.groupBy(readings, (reading) => reading.deviceKey)) {
        const owner = known.get(devices.get(deviceKey)?.userId ?? '')
        if (owner) owner.bytes += bytesOfReadings(own.length)
      }
    },
  }
}

/** What the owner of a device is told whose readings found no room. */
export function storageFull(megabytes: number | null): ProblemError {
  return new ProblemError(
    507,
    'storage.full',
    `Your storage of ${megabytes} MB is full. Nothing new is stored until you delete readings or a device.`,
  )
}
