import type { DevicesByKey, KnownDevices } from '../features/devices/known-devices.ts'
import type { SeriesRegistry } from '../features/series/registry/series-registry.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { Db } from '../platform/db/schema.ts'
import type { ReadingBatch } from './ingest-types.ts'

interface Divided {
  /** The devices of the batch that exist. */
  readonly known: DevicesByKey
  /** Slices that can be appended, including those of removed devices. */
  readonly ready: ReadingBatch
  /** Slices that cannot be stored now, and the error. They are not acknowledged, so their devices resend. */
  readonly unready: ReadingBatch
  readonly error: unknown
}

interface Parts {
  readonly devices: Pick<KnownDevices, 'ask'>
  readonly registry: Pick<SeriesRegistry, 'storeNew' | 'hasNew'>
}

/**
 * Looks up the owners of readings, and stores new series. Without the database only unknown devices and new sensors
 * wait.
 */
export async function readySlices(db: Db, { devices, registry }: Parts, batch: ReadingBatch): Promise<Divided> {
  const { known, unasked, error } = await devices.ask(db, new Set(batch.map(({ queued }) => queued.lane)))
  const newError = await storeNew(registry, known)
  if (unasked.size === 0 && newError === undefined) return { known, ready: batch, unready: [], error }
  const isUnready = ({ queued: { lane } }: ReadingBatch[number]) =>
    unasked.has(lane) || (newError !== undefined && registry.hasNew(lane))
  return {
    known,
    ready: batch.filter((slice) => !isUnready(slice)),
    unready: batch.filter(isUnready),
    error: error ?? newError,
  }
}

/** Returns why new series can't be stored now; undefined when they are. */
async function storeNew(registry: Parts['registry'], known: DevicesByKey): Promise<unknown> {
  try {
    await registry.storeNew(known.keys())
    return undefined
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return error
  }
}
