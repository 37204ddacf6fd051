import { SERIES_PER_DEVICE_MAX, type Metric } from '@greenhouse/contract'
import { ProblemError } from '../../../platform/problem.ts'
import type { SeriesRegistry } from './series-registry.ts'

/** Finds or adds the series of a sensor, the only one of its metric by default. Throws a 409 at the device's limit. */
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
