import type { Context } from '../../../platform/context.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import { listLightSources } from '../../series/device-place-store.ts'
import { isWorthRetry, type StoreDays, type StoreValues } from './daily-values.ts'
import { lightOfDays } from './light-of-days.ts'
import { listLightChannels, type LightChannel } from './light-sensor-store.ts'

const DEVICES_AT_ONCE = 200

/** Returns what stores the light of each day. */
export function dailyLight(
  { db, log, timeSeries }: Pick<Context, 'db' | 'log' | 'timeSeries'>,
  store: StoreValues,
): StoreDays {
  return async (here, partitions) => {
    let isComplete = true
    const nextPage = (last: LightChannel | undefined) =>
      listLightChannels(db, here.zone, { after: last?.deviceKey ?? 0, limit: DEVICES_AT_ONCE })
    // A device has any number of channels, so only an empty page is the last.
    for await (const { rows } of pagesOf(1, nextPage)) {
      const own = rows.filter(({ deviceKey }) => partitions.has(timeSeries.partitionOf(deviceKey)))
      const deviceKeys = [...new Set(own.map(({ deviceKey }) => deviceKey))]
      const newest = await timeSeries.newest(deviceKeys)
      const sources = await listLightSources(db, deviceKeys)
      for (const channel of own) {
        const { deviceKey, deviceId } = channel
        const known = { newest: newest.get(deviceKey) ?? [], source: sources.get(deviceKey) ?? null }
        try {
          const values = await lightOfDays(timeSeries, { ...channel, ...known }, here)
          if (values.length > 0) await store({ deviceKey, deviceId }, values)
        } catch (error) {
          isComplete &&= !isWorthRetry(error)
          log.warn({ event: 'daily-light.failed', deviceKey, reason: (error as Error).message })
        }
      }
    }
    return isComplete
  }
}
