import { dateIn, MINUTE_MS, type CalendarDate } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { DeviceRef } from '../../../platform/device-ref.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import { listLightSources } from '../../series/device-place-store.ts'
import type { ComputedValue } from '../../series/decoding/decode-computed.ts'
import { lightOfDays, type ZoneDate } from './light-of-days.ts'
import { listLightChannels, listZones, type LightChannel } from './light-sensor-store.ts'

const RUN_EVERY_MS = MINUTE_MS
/** How long after its end a day is added up: boards send their last readings of it. */
const AFTER_DAY_MS = 5 * MINUTE_MS
const DEVICES_AT_ONCE = 200

/**
 * Stores the light of each day as a value of its own at noon, at 00:05 of its household, so that charts, statistics, exports and
 * rules have it as they have any other. A day has one value: a second process, or a restart, adds a repetition. Days with less
 * than 18 known hours have none, and readings that come later than 00:05 change nothing. Works on the partitions that
 * this process owns.
 * @param store stores values of a device
 */
export function openDailyLight(
  { db, log, now, timeSeries }: Pick<Context, 'db' | 'log' | 'now' | 'timeSeries'>,
  store: (device: DeviceRef, values: readonly ComputedValue[]) => Promise<unknown>,
): PeriodicJob {
  /** The date up to which days are stored, by zone and partition. */
  const done = new Map<string, CalendarDate>()

  /** Returns whether all days of these partitions are stored. */
  async function addUp(here: ZoneDate, partitions: ReadonlySet<number>): Promise<boolean> {
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
          isComplete = false
          log.warn({ event: 'daily-light.failed', deviceKey, reason: (error as Error).message })
        }
      }
    }
    return isComplete
  }

  return openPeriodicJob(
    async (signal) => {
      for (const zone of await listZones(db)) {
        if (signal.aborted) return
        const today = dateIn(now() - AFTER_DAY_MS, zone)
        const due = timeSeries.owned().filter((partition) => done.get(`${zone} ${partition}`) !== today)
        if (due.length === 0 || !(await addUp({ zone, today }, new Set(due)))) continue
        for (const partition of due) done.set(`${zone} ${partition}`, today)
      }
    },
    {
      everyMs: RUN_EVERY_MS,
      runsAtStart: true,
      onError: (error) => log.error({ event: 'daily-light.failed', err: error }),
    },
  )
}
