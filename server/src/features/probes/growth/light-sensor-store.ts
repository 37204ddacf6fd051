import { isLightMetric, lightMetrics, type LightMetric } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import type { StoredSensor } from './hours.ts'
import { ZONE } from './zone-store.ts'

export const DAILY_LIGHT = 'dailyLight'

/** The light sensors of one channel of a device, the most exact first. */
export interface LightChannel {
  readonly deviceKey: number
  readonly deviceId: string
  readonly channel: string
  readonly sensors: ReadonlyArray<StoredSensor & { readonly metric: LightMetric }>
  /** Where the light of its days is stored; undefined until the first day. */
  readonly dailySlot: number | undefined
}

/** Lists the light sensors of the devices of a time zone, `limit` devices after one. */
export async function listLightChannels(
  db: Db,
  zone: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LightChannel[]> {
  const devices = db
    .selectFrom('device')
    .innerJoin('household', 'household.id', 'device.household_id')
    .select('device.key')
    .where(ZONE, '=', zone)
    .where('device.key', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('series')
          .select('series.id')
          .whereRef('series.device_key', '=', 'device.key')
          .where('series.metric', 'in', lightMetrics),
      ),
    )
    .orderBy('device.key')
    .limit(limit)
  const rows = await db
    .selectFrom('series')
    .innerJoin('device', 'device.key', 'series.device_key')
    .select(['series.slot', 'series.metric', 'series.channel', 'device.key', 'device.id', 'device.wait_seconds'])
    .where('series.device_key', 'in', devices)
    .where('series.metric', 'in', [...lightMetrics, DAILY_LIGHT])
    .orderBy('device.key')
    .execute()
  return [...Map.groupBy(rows, ({ key, channel }) => `${key} ${channel}`).values()].flatMap(toChannel)
}

/** Where the light of finished days is stored that is computed from a sensor. */
export async function findDailySeries(
  db: Db,
  { deviceKey, channel }: { readonly deviceKey: number; readonly channel: string },
): Promise<{ readonly seriesId: string; readonly deviceKey: number; readonly slot: number } | undefined> {
  const row = await db
    .selectFrom('series')
    .select(['id', 'slot'])
    .where('device_key', '=', deviceKey)
    .where('metric', '=', DAILY_LIGHT)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row && { seriesId: row.id, deviceKey, slot: row.slot }
}

interface SensorRow {
  readonly slot: number
  readonly metric: string
  readonly channel: string
  readonly key: number
  readonly id: string
  readonly wait_seconds: number
}

function toChannel(rows: readonly SensorRow[]): LightChannel[] {
  const [first] = rows
  if (!first) return []
  const sensors = rows.flatMap(({ key, slot, metric, wait_seconds }) =>
    isLightMetric(metric) ? [{ deviceKey: key, slot, metric, everySeconds: wait_seconds }] : [],
  )
  const rankOf = ({ metric }: { readonly metric: LightMetric }) => lightMetrics.indexOf(metric)
  return [
    {
      deviceKey: first.key,
      deviceId: first.id,
      channel: first.channel,
      sensors: sensors.toSorted((one, other) => rankOf(one) - rankOf(other)),
      dailySlot: rows.find(({ metric }) => metric === DAILY_LIGHT)?.slot,
    },
  ]
}
