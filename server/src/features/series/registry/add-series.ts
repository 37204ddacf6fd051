import { SERIES_PER_DEVICE_MAX, type Metric } from '@greenhouse/contract'
import { ProblemError } from '../../../platform/problem.ts'
import type { SeriesRegistry } from './series-registry.ts'

/**
 * Returns the id of the series of a sensor on a device, of the only one of its metric unless a channel is named. Adds it when
 * the device has not sent it yet.
 * Throws a 409 when the device has as many series as it may have.
 */
export async function addSeries(
  registry: SeriesRegistry,
  deviceKey: number,
  metric: Metric,
  channel = '',
): Promise<string> {
  const seriesId = await registry.seriesFor(deviceKey, metric, channel)
  if (seriesId !== undefined) return seriesId
  throw new ProblemError(409, 'series.too-many', `The device has ${SERIES_PER_DEVICE_MAX} sensors already.`)
}
