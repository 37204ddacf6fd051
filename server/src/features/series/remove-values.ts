import { metricById } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { SeriesRegistry } from './registry/series-registry.ts'
import { deleteSeries, listErasing, noteErased, replaceSlot, type SeriesRow } from './series-store.ts'

/** A series whose values can be removed. */
export type RemovableSeries = Pick<SeriesRow, 'id' | 'device_key' | 'slot' | 'metric' | 'erasing_slot'>

interface RemovalParts {
  readonly registry: SeriesRegistry
  readonly timeSeries: Pick<TimeSeries, 'eraseSlot'>
}

/** Moves a series to a new slot and erases the former one; a crash between leaves a record of the pending erasure. */
export async function removeValues(
  db: Db,
  { registry, timeSeries }: RemovalParts,
  row: RemovableSeries,
): Promise<void> {
  await eraseFormerSlot(db, timeSeries, row)
  const device = await registry.load(row.device_key)
  // Another process may have added series: the next slot may be taken.
  await registry.renew([row.device_key])
  // When it is false another call deletes them.
  if (!(await replaceSlot(db, row, device.nextSlot(metricById(row.metric))))) return
  await registry.renew([row.device_key])
  await eraseFormerSlot(db, timeSeries, { ...row, erasing_slot: row.slot })
}

/** Removes a series with its values. A sensor that sends again gets a new series without the owner's settings. */
export async function removeSeries(db: Db, parts: RemovalParts, row: RemovableSeries): Promise<void> {
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
