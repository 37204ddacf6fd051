import { metricById, seriesRoutes, topic, type Series } from '@greenhouse/contract'
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

  serve(seriesRoutes.list, async ({ params: { deviceId } }, { userId }) => {
    found(await findDevice(db, userId, deviceId), 'device')
    return listSeries(db, parts, { userId, deviceId })
  })

  serve(seriesRoutes.add, async ({ params: { deviceId }, body }, { userId }) => {
    const device = found(await findDeviceKey(db, userId, deviceId), 'device')
    const seriesId = await addSeries(registry, device.key, metricById(body.metric))
    return seriesOf({ userId, deviceId }, seriesId)
  })

  serve(seriesRoutes.newest, (_, { userId }) => listSeries(db, parts, { userId }))

  serve(seriesRoutes.edit, async ({ params: { seriesId }, body }, { userId }) => {
    const own = { userId, seriesId, now: now() }
    const row = found(await db.transaction().execute((tx) => changeSeries(tx, own, body)), 'series')
    await registry.renew([row.device_key])
    return seriesOf({ userId, deviceId: row.device_id }, seriesId)
  })

  serve(seriesRoutes.removeValues, async ({ params: { seriesId } }, { userId }) => {
    const row = found(await findOwnedSeries(db, userId, seriesId), 'series')
    await removeValues(db, parts, row)
    await parts.onValuesRemoved(row.device_key, seriesId)
    log.info({ event: 'series.values-deleted', userId, seriesId })
    hub.publish(topic.dashboardOf(userId), { eventType: 'AdminHasDeletedData' })
  })

  serve(seriesRoutes.remove, async ({ params: { seriesId } }, { userId }) => {
    const row = found(await findOwnedSeries(db, userId, seriesId), 'series')
    await removeSeries(db, parts, row)
    await parts.onValuesRemoved(row.device_key, seriesId)
    log.info({ event: 'series.removed', userId, seriesId })
    hub.publish(topic.dashboardOf(userId), { eventType: 'AdminHasDeletedData' })
  })

  async function seriesOf(
    own: { readonly userId: string; readonly deviceId: string },
    seriesId: string,
  ): Promise<Series> {
    const all: Series[] = await listSeries(db, parts, own)
    const one = all.find((series) => series.seriesId === seriesId)
    return found(one, 'series')
  }
}
