import { metricById } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { SeriesRegistry } from './registry/series-registry.ts'
import { deleteSeries, listErasing, noteErased, replaceSlot, type SeriesRow } from './series-store.ts'

interface RemovalParts {
  readonly registry: SeriesRegistry
  readonly timeSeries: Pick<TimeSeries, 'eraseSlot'>
}

/**
 * Deletes the values of a series: it gets another slot, and those of the former one are erased. Between the two steps it
 * is noted that the erasure has to begin, so that a crash leaves no values behind that nobody can see.
 */
export async function removeValues(db: Db, { registry, timeSeries }: RemovalParts, row: SeriesRow): Promise<void> {
  await eraseFormerSlot(db, timeSeries, row)
  const device = await registry.load(row.device_key)
  // Another process may have added series: the next slot may be taken.
  await registry.renew([row.device_key])
  // When it is false another call deletes them.
  if (!(await replaceSlot(db, row, device.nextSlot(metricById(row.metric))))) return
  await registry.renew([row.device_key])
  await eraseFormerSlot(db, timeSeries, { ...row, erasing_slot: row.slot })
}

/**
 * Removes a series with its values, which frees its place on the device. A sensor that sends again becomes a new series,
 * with nothing of what the owner gave this one.
 */
export async function removeSeries(db: Db, parts: RemovalParts, row: SeriesRow): Promise<void> {
  await removeValues(db, parts, row)
  const device = await parts.registry.load(row.device_key)
  const slot = await db.transaction().execute((tx) => deleteSeries(tx, row.id))
  device.remove(row.id)
  // Removes raw values that the sensor sent between the two steps.
  if (slot !== undefined) await parts.timeSeries.eraseSlot(row.device_key, slot)
}

/** Begins the erasures that a crash has prevented, of all devices: for a server that runs alone. */
export async function resumeErasures(db: Db, timeSeries: Pick<TimeSeries, 'eraseSlot'>): Promise<void> {
  for (const row of await listErasing(db)) await eraseFormerSlot(db, timeSeries, row)
}

/** Erases the former slot of a series unless its erasure has already started. */
export async function eraseFormerSlot(
  db: Db,
  timeSeries: Pick<TimeSeries, 'eraseSlot'>,
  { id, device_key, erasing_slot }: Pick<SeriesRow, 'id' | 'device_key' | 'erasing_slot'>,
): Promise<void> {
  if (erasing_slot === null) return
  await timeSeries.eraseSlot(device_key, erasing_slot)
  await noteErased(db, id, erasing_slot)
}
