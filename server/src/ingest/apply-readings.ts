import { completeReadings, type Completed } from '../features/readings/complete-readings-store.ts'
import type { Reading } from '../features/readings/decode.ts'
import type { DeviceState } from '../features/readings/device-state-store.ts'
import { storeReadings } from '../features/readings/reading-store.ts'
import type { Tx } from '../platform/db/schema.ts'
import { raiseAlerts, type Raising } from '../features/alerts/evaluate-conditions.ts'
import type { WrittenAlerts } from '../features/alerts/write-alerts.ts'

/** What a group of readings came to. */
export interface Applied {
  /** Those that were new. */
  readonly fresh: Reading[]
  /** Those that added values to a reading of the same time. */
  readonly completed: Completed[]
  /** Those that said something else than what was stored for their time. */
  readonly conflicting: Reading[]
  /** To be published once it is committed. */
  readonly raised: WrittenAlerts[]
}

/**
 * All that readings do, in one transaction: rows, newest values and rollups, then the rules weighed on what was new
 * and the alerts they raise. Nothing else decides about readings, however they came.
 *
 * @param devices their devices as they were before, from the same transaction; readings of others are left out
 */
export async function applyReadings(
  tx: Tx,
  readings: readonly Reading[],
  devices: ReadonlyMap<number, DeviceState>,
  raising: Raising,
): Promise<Applied> {
  // A device that was removed while its readings waited takes nobody else's with it.
  const known = readings.filter(({ deviceKey }) => devices.has(deviceKey))
  const fresh = await storeReadings(tx, known)
  if (fresh.length === known.length) {
    return { fresh, completed: [], conflicting: [], raised: await raiseAlerts(tx, fresh, devices, raising) }
  }
  const isFresh = new Set(fresh)
  const again = known.filter((reading) => !isFresh.has(reading))
  const { completed, conflicting } = await completeReadings(tx, again)
  const added = completed.map(({ filled }) => ({ ...filled, completes: true }))
  return { fresh, completed, conflicting, raised: await raiseAlerts(tx, [...fresh, ...added], devices, raising) }
}

/** Readings as people see them now: what came in several messages is one reading. */
export function asStored(fresh: readonly Reading[], completed: readonly Completed[]): readonly Reading[] {
  if (completed.length === 0) return fresh
  const stored = new Map<string, Reading>()
  for (const reading of [...fresh, ...completed.map(({ whole }) => whole)]) {
    stored.set(`${reading.deviceKey} ${reading.at}`, reading)
  }
  return [...stored.values()]
}
