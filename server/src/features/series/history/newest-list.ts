import { toTimestamp, type NewestReading } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import { listNewestDevices } from './reading-device-store.ts'
import { noValues, type SlotLookup } from './board-records.ts'
import { newestOf } from './reading-pages.ts'

/** The newest reading of each of the household's devices; a device without one is listed with nulls. */
export async function listNewest(
  db: Db,
  { timeSeries, slots }: { readonly timeSeries: TimeSeries; readonly slots: SlotLookup },
  householdId: string,
): Promise<NewestReading[]> {
  const devices = await listNewestDevices(db, householdId)
  const newest = await timeSeries.newest(devices.map(({ key }) => key))
  return Promise.all(
    devices.map(async ({ key, ...device }) => {
      const found = newestOf({ deviceKey: key, slots: await slots.boardSlots(key) }, newest)
      const { time, ...values } = found?.record ?? { ...noValues(), time: toTimestamp(null) }
      return { ...device, ...values, time }
    }),
  )
}
