import { metricById } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import type { TimeSeries } from '../../platform/timeseries/timeseries.ts'
import type { SeriesRegistry } from './series-registry.ts'
import { listErasing, noteErased, replaceSlot, type SeriesRow } from './series-store.ts'

/**
 * Deletes the values of a series: it gets another slot, and those of the former one are erased. Between the two steps it
 * is noted that the erasure has to begin, so that a crash leaves no values behind that nobody can see.
 */
export async function removeValues(
  db: Db,
  { registry, timeSeries }: { readonly registry: SeriesRegistry; readonly timeSeries: Pick<TimeSeries, 'eraseSlot'> },
  row: SeriesRow,
): Promise<void> {
  await eraseFormerSlot(db, timeSeries, row)
  const device = await registry.load(row.device_key)
  // When it is false another call deletes them.
  if (!(await replaceSlot(db, row, device.nextSlot(metricById(row.metric))))) return
  await registry.renew(row.device_key)
  await eraseFormerSlot(db, timeSeries, { ...row, erasing_slot: row.slot })
}

/** Begins the erasures that a crash has prevented. */
export async function resumeErasures(db: Db, timeSeries: Pick<TimeSeries, 'eraseSlot'>): Promise<void> {
  for (const row of await listErasing(db)) await eraseFormerSlot(db, timeSeries, row)
}

async function eraseFormerSlot(
  db: Db,
  timeSeries: Pick<TimeSeries, 'eraseSlot'>,
  { id, device_key, erasing_slot }: Pick<SeriesRow, 'id' | 'device_key' | 'erasing_slot'>,
): Promise<void> {
  if (erasing_slot === null) return
  await timeSeries.eraseSlot(device_key, erasing_slot)
  await noteErased(db, id, erasing_slot)
}
