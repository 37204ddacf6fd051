import type { DevicesByKey, KnownDevices } from '../features/devices/known-devices.ts'
import type { SeriesRegistry } from '../features/series/registry/series-registry.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { Db } from '../platform/db/schema.ts'
import type { ReadingGroup } from './ingest-types.ts'

interface Divided {
  /** The devices of the group that exist. */
  readonly known: DevicesByKey
  /** The parts of the group that can be appended. Those of devices that do not exist any more are among them. */
  readonly ready: ReadingGroup
  /** Those that can't be stored now, and why. They are not acknowledged: their devices send again. */
  readonly unready: ReadingGroup
  readonly error: unknown
}

interface Parts {
  readonly devices: Pick<KnownDevices, 'ask'>
  readonly registry: Pick<SeriesRegistry, 'storeNew' | 'hasNew'>
}

/**
 * Looks up whose the readings of a group are, and stores the series of which they are the first. While the database is away,
 * only devices that this process has never looked up and those with a new sensor have to wait: the readings of all others
 * need nothing of it.
 */
export async function readyParts(db: Db, { devices, registry }: Parts, group: ReadingGroup): Promise<Divided> {
  const { known, unasked, error } = await devices.ask(db, new Set(group.map(({ queued }) => queued.lane)))
  const newError = await storeNew(registry, known)
  if (unasked.size === 0 && newError === undefined) return { known, ready: group, unready: [], error }
  const isUnready = ({ queued: { lane } }: ReadingGroup[number]) =>
    unasked.has(lane) || (newError !== undefined && registry.hasNew(lane))
  return {
    known,
    ready: group.filter((part) => !isUnready(part)),
    unready: group.filter(isUnready),
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
