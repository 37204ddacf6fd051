import { defaultLabel, metricById, metrics, toTimestamp, type Series } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { RawValue } from './registry/device-sensors.ts'
import type { RawElsewhere } from './raw-elsewhere.ts'
import type { SeriesRegistry } from './registry/series-registry.ts'
import { calibrationOf, listOwnedSeries, type OwnedSeriesRow } from './series-store.ts'

/** Sorts series of one metric by channel: 2 before 10. */
const CHANNELS = new Intl.Collator('en', { numeric: true })

export interface Described {
  readonly series: Omit<Series, 'newest' | 'raw'>
  readonly deviceKey: number
  readonly slot: number
}

/** A user, and one of the household's devices; all of them when it is left out. */
interface Owner {
  readonly householdId: string
  readonly deviceId?: string
}

interface Sources {
  readonly registry: SeriesRegistry
  readonly timeSeries: Pick<TimeSeries, 'newest'>
  /** Raw values from other processes; undefined for a single process. */
  readonly rawElsewhere?: RawElsewhere | undefined
}

/** Lists series by device; asks other processes for raw values only where calibration needs them. */
export async function listSeries(
  db: Db,
  { registry, timeSeries, rawElsewhere }: Sources,
  owner: Owner,
): Promise<Series[]> {
  const all = await describeSeries(db, owner)
  const deviceKeys = [...new Set(all.map(({ deviceKey }) => deviceKey))]
  const newest = await timeSeries.newest(deviceKeys)
  const raw = new Map(deviceKeys.map((deviceKey) => [deviceKey, registry.rawBySlot(deviceKey)]))
  // One listed device may be about to be calibrated; among all devices only uncalibrated ones matter.
  const asked = all.filter(
    ({ series: { metric, calibration } }) =>
      metricById(metric).twoPoints && (owner.deviceId !== undefined || calibration === null),
  )
  if (rawElsewhere && asked.length > 0)
    for (const [deviceKey, values] of await rawElsewhere([...new Set(asked.map((one) => one.deviceKey))]))
      raw.set(deviceKey, newestOf(raw.get(deviceKey), values))
  return all.map(({ series, deviceKey, slot }) => ({
    ...series,
    newest: toWire(newest.get(deviceKey)?.find((one) => one.slot === slot)),
    raw: toWire(raw.get(deviceKey)?.get(slot)),
  }))
}

function newestOf(
  own: ReadonlyMap<number, RawValue> = new Map(),
  others: ReadonlyMap<number, RawValue>,
): ReadonlyMap<number, RawValue> {
  return new Map([...own, ...[...others].filter(([slot, { at }]) => at >= (own.get(slot)?.at ?? 0))])
}

function toWire(found: { readonly at: number; readonly value: number } | undefined): Series['newest'] {
  return found ? { time: toTimestamp(found.at), value: found.value } : null
}

export async function describeSeries(db: Db, { householdId, deviceId }: Owner): Promise<Described[]> {
  const devices = Map.groupBy(await listOwnedSeries(db, householdId, deviceId), (row) => row.device_key)
  return [...devices.values()].flatMap((rows) => inOrder(rows).map(toDescribed))
}

/** Sorts the series of a device: as its owner arranged them, the others behind in the order of the catalogue. */
export function inOrder<Row extends Pick<OwnedSeriesRow, 'position' | 'metric' | 'channel'>>(
  rows: readonly Row[],
): Row[] {
  const placeOf = ({ metric }: Row) => metrics.indexOf(metricById(metric))
  return rows.toSorted(
    (one, other) =>
      (one.position ?? Infinity) - (other.position ?? Infinity) ||
      placeOf(one) - placeOf(other) ||
      CHANNELS.compare(one.channel, other.channel),
  )
}

export function namesOf({
  channel,
  label,
  metric,
  unit,
}: Pick<OwnedSeriesRow, 'channel' | 'label' | 'metric' | 'unit'>) {
  const known = metricById(metric)
  return {
    label: label === '' ? defaultLabel(known, channel) : label,
    unit: unit === '' ? known.unit : unit,
  }
}

function toDescribed(row: OwnedSeriesRow, order: number): Described {
  const { channel, metric, slot, plant_id: plantId, plant_name: plantName, plant_place_id: placeId } = row
  const series = {
    seriesId: row.id,
    deviceId: row.device_id,
    ...(plantId === null || plantName === null ? {} : { plant: { plantId, plantName, placeId } }),
    metric,
    channel,
    ...namesOf(row),
    visible: row.visible === 1,
    order,
    calibration: calibrationOf(row),
    calibratedAt: toTimestamp(row.calibrated_at),
  }
  return { series, deviceKey: row.device_key, slot }
}
