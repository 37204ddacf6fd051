import { seriesRoutes, type Series } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import { findDevice } from '../devices/device-store.ts'
import { changeSeries } from './change-series.ts'
import { listSeries, type NewestValues } from './list-series.ts'
import type { SeriesRegistry } from './series-registry.ts'

export interface SeriesParts {
  readonly registry: SeriesRegistry
  readonly newestValues: NewestValues
}

export function serveSeries({ db, now, serve }: Context, { registry, newestValues }: SeriesParts): void {
  serve(seriesRoutes.list, async ({ params: { deviceId } }, { userId }) => {
    found(await findDevice(db, userId, deviceId), 'device')
    return listSeries(db, newestValues, { userId, deviceId })
  })

  serve(seriesRoutes.edit, async ({ params: { seriesId }, body }, { userId }) => {
    const own = { userId, seriesId, now: now() }
    const row = found(await db.transaction().execute((tx) => changeSeries(tx, own, body)), 'series')
    await registry.renew(row.device_key)
    const all: Series[] = await listSeries(db, newestValues, { userId, deviceId: row.device_id })
    return found(
      all.find((one) => one.seriesId === seriesId),
      'series',
    )
  })
}
