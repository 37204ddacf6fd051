import { metricById, seriesRoutes, type Series } from '@greenhouse/contract'
import { hubTopic } from '../../platform/live/topics.ts'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import { findDevice, findDeviceKey } from '../devices/device-store.ts'
import { addSeries } from './registry/add-series.ts'
import { changeSeries } from './change-series.ts'
import { listSeries } from './list-series.ts'
import type { RawElsewhere } from './raw-elsewhere.ts'
import { removeSeries, removeValues } from './remove-values.ts'
import type { SeriesRegistry } from './registry/series-registry.ts'
import { findOwnedSeries } from './series-store.ts'

export interface SeriesParts {
  readonly registry: SeriesRegistry
  readonly timeSeries: Pick<TimeSeries, 'newest' | 'eraseSlot'>
  readonly rawElsewhere: RawElsewhere | undefined
  readonly onValuesRemoved: (deviceKey: number, seriesId: string) => Promise<void>
}

export function serveSeries({ db, hub, log, now, serve }: Context, parts: SeriesParts): void {
  const { registry } = parts

  serve(seriesRoutes.list, async ({ params: { deviceId } }, { householdId }) => {
    found(await findDevice(db, householdId, deviceId), 'device')
    return listSeries(db, parts, { householdId, deviceId })
  })

  serve(seriesRoutes.add, async ({ params: { deviceId }, body }, { householdId }) => {
    const device = found(await findDeviceKey(db, householdId, deviceId), 'device')
    const seriesId = await addSeries(registry, device.key, metricById(body.metric))
    return seriesOf({ householdId, deviceId }, seriesId)
  })

  serve(seriesRoutes.newest, (_, { householdId }) => listSeries(db, parts, { householdId }))

  serve(seriesRoutes.edit, async ({ params: { seriesId }, body }, { householdId }) => {
    const own = { householdId, seriesId, now: now() }
    const row = found(await db.transaction().execute((tx) => changeSeries(tx, own, body)), 'series')
    await registry.renew([row.device_key])
    return seriesOf({ householdId, deviceId: row.device_id }, seriesId)
  })

  serve(seriesRoutes.removeValues, async ({ params: { seriesId } }, { householdId, userId }) => {
    const row = found(await findOwnedSeries(db, householdId, seriesId), 'series')
    await removeValues(db, parts, row)
    await parts.onValuesRemoved(row.device_key, seriesId)
    log.info({ event: 'series.values-deleted', userId, seriesId })
    hub.publish(hubTopic.dashboardOf(householdId), { eventType: 'AdminHasDeletedData' })
  })

  serve(seriesRoutes.remove, async ({ params: { seriesId } }, { householdId, userId }) => {
    const row = found(await findOwnedSeries(db, householdId, seriesId), 'series')
    await removeSeries(db, parts, row)
    await parts.onValuesRemoved(row.device_key, seriesId)
    log.info({ event: 'series.removed', userId, seriesId })
    hub.publish(hubTopic.dashboardOf(householdId), { eventType: 'AdminHasDeletedData' })
  })

  async function seriesOf(
    own: { readonly householdId: string; readonly deviceId: string },
    seriesId: string,
  ): Promise<Series> {
    const all: Series[] = await listSeries(db, parts, own)
    const one = all.find((series) => series.seriesId === seriesId)
    return found(one, 'series')
  }
}
