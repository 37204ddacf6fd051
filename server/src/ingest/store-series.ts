import type { SeriesRegistry } from '../features/series/series-registry.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { ReadingGroup } from './ingest-types.ts'

interface Stored {
  /** The parts of the group whose series are all stored. */
  readonly ready: ReadingGroup
  /** Those of devices with a series that can't be stored now, and why. */
  readonly unready: ReadingGroup
  readonly error: unknown
}

/**
 * Stores the series that a group of readings is the first of. While the database is away, only the devices with a new sensor
 * have to wait: the readings of all others need nothing of it.
 */
export async function storeSeries(
  registry: Pick<SeriesRegistry, 'storeNew' | 'hasNew'>,
  group: ReadingGroup,
  deviceKeys: Iterable<number>,
): Promise<Stored> {
  try {
    await registry.storeNew(deviceKeys)
    return { ready: group, unready: [], error: undefined }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const isNew = ({ queued }: ReadingGroup[number]) => registry.hasNew(queued.lane)
    return { ready: group.filter((part) => !isNew(part)), unready: group.filter(isNew), error }
  }
}
