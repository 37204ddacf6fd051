import type { BoardClaim } from '@greenhouse/contract'
import type { Tx } from '../../platform/db/schema.ts'
import { invalid } from '../../platform/problem.ts'
import { addSeries } from '../series/registry/add-series.ts'
import { DeviceSeries } from '../series/registry/device-series.ts'
import type { Sensor, SensorNames } from '../series/names/sensor-names.ts'
import type { SeriesRegistry } from '../series/registry/series-registry.ts'
import { insertSeries, updateSeries } from '../series/series-store.ts'
import type { StoredBoard } from './board-store.ts'

export interface ClaimedSeries {
  readonly sensor: Sensor
  /** Unit of a value of the generic metric; empty for others. */
  readonly unit: string
  readonly label: string
  readonly visible: boolean
}

export function claimedSeriesOf(
  { measures }: StoredBoard,
  names: SensorNames,
  series: BoardClaim['series'] = [],
): ClaimedSeries[] {
  const claimed = new Map<string, ClaimedSeries>()
  for (const { metric, channel, label, visible } of series) {
    const measure = measures.find((one) => one.metric === metric && one.channel === channel)
    const sensor = measure && names.ofMetric(metric, channel)
    if (!sensor) throw invalid('series', 'The board has no such sensor')
    if (claimed.has(sensor.key)) throw invalid('series', 'A sensor is named twice')
    const unit = sensor.metric.isGeneric === true ? measure.unit : ''
    claimed.set(sensor.key, { sensor, unit, label, visible })
  }
  return [...claimed.values()]
}

/** Returns the series ids on a device, adding missing ones. Throws a 409 when there are too many. */
export async function addClaimedSeries(
  registry: SeriesRegistry,
  deviceKey: number,
  series: readonly ClaimedSeries[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { sensor } of series) ids.push(await addSeries(registry, deviceKey, sensor.metric, sensor.channel))
  return ids
}

export async function insertClaimedSeries(
  tx: Tx,
  { deviceKey, newId }: { readonly deviceKey: number; readonly newId: () => string },
  series: readonly ClaimedSeries[],
): Promise<string[]> {
  const device = new DeviceSeries(deviceKey, [], 0, newId)
  for (const { sensor } of series) device.add(sensor)
  const added = device.fresh.map(({ metric, ...one }) => ({ ...one, metricId: metric.id, visible: true }))
  if (added.length > 0) await insertSeries(tx, added)
  return added.map(({ seriesId }) => seriesId)
}

export async function labelSeries(
  tx: Tx,
  seriesIds: readonly string[],
  { series, now }: { readonly series: readonly ClaimedSeries[]; readonly now: number },
): Promise<void> {
  for (const [place, { unit, label, visible }] of series.entries()) {
    await updateSeries(tx, seriesIds[place]!, { label, visible, ...(unit === '' ? {} : { unit }) }, now)
  }
}
