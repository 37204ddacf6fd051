import { setImmediate as breathe } from 'node:timers/promises'
import { CHART_POINTS_MAX, HISTORY_SERIES_MAX, metricById, type SeriesHistory } from '@greenhouse/contract'
import type { TimeSeries, Buckets } from '@greenhouse/timeseries'
import type { OwnedSeriesRow } from '../series-store.ts'
import { gridOf, isMoreThan, middleOf, roundedMean, valuesIn, type Drawing, type Grid } from './history.ts'
import type { Range } from './reading-pages.ts'

type DrawnSeries = Pick<OwnedSeriesRow, 'id' | 'device_key' | 'slot' | 'metric'>

/** The most points in one reply, about half a megabyte: it is checked and written in one go while others wait. */
const POINTS_IN_ALL = HISTORY_SERIES_MAX * CHART_POINTS_MAX

/** Series of a device that are read before other work has a turn. */
const SERIES_AT_ONCE = 4

/** Returns the maximum number of points of each series when a request asks for `points`. */
export function pointsOfEach(points: number, series: number): number {
  return Math.min(points, Math.max(Math.floor(POINTS_IN_ALL / series), 1))
}

interface DrawnDevice {
  readonly deviceKey: number
  readonly series: readonly DrawnSeries[]
}

/** The values of one series in time order; both lists have the same length. */
type Values = Pick<SeriesHistory, 'time' | 'mean'>

/** Returns at most `points` values of each series, in columns. Reads one device at a time to bound memory. */
export async function seriesHistories(
  timeSeries: TimeSeries,
  series: readonly DrawnSeries[],
  { points, ...rest }: Drawing,
): Promise<SeriesHistory[]> {
  const drawing = { ...rest, points: pointsOfEach(points, series.length) }
  const histories = new Map<string, SeriesHistory>()
  for (const [deviceKey, own] of Map.groupBy(series, ({ device_key }) => device_key)) {
    const found = await deviceHistories(timeSeries, { deviceKey, series: own }, drawing)
    for (const history of found) histories.set(history.seriesId, history)
  }
  return series.flatMap(({ id }) => histories.get(id) ?? [])
}

/** Buckets are read first: they count the values without reading them, so that too many are never read. */
async function deviceHistories(
  timeSeries: TimeSeries,
  device: DrawnDevice,
  drawing: Drawing,
): Promise<SeriesHistory[]> {
  const grid = gridOf(drawing)
  const slots = device.series.map(({ slot }) => slot)
  const buckets: Buckets[] = []
  for (let from = 0; from < slots.length; from += SERIES_AT_ONCE) {
    await breathe()
    buckets.push(...(await timeSeries.points(device.deviceKey, slots.slice(from, from + SERIES_AT_ONCE), grid)))
  }
  const few = isMoreThan(buckets, drawing.points) ? undefined : await fewHistories(timeSeries, device, drawing)
  return few ?? bucketHistories(timeSeries, device, { drawing, grid, buckets })
}

/** Returns the values themselves; undefined when one of the series has too many, or had some that were removed. */
async function fewHistories(
  timeSeries: TimeSeries,
  { deviceKey, series }: DrawnDevice,
  { range, points, readingsFrom }: Drawing,
): Promise<SeriesHistory[] | undefined> {
  if (range.from < readingsFrom) return undefined
  const values = new Map<number, Values>(series.map(({ slot }) => [slot, { time: [], mean: [] }]))
  const instants = { from: Math.max(range.from, 0), to: range.to + 1 }
  for await (const columns of timeSeries.raw(deviceKey, [...values.keys()], instants)) {
    for (const column of columns) {
      const { time, mean } = values.get(column.slot) ?? { time: [], mean: [] }
      if (time.length + column.at.length > points) return undefined
      time.push(...column.at)
      mean.push(...column.values)
    }
  }
  return series.map(({ id, slot }) => ({
    seriesId: id,
    resolution: 0,
    ...(values.get(slot) ?? { time: [], mean: [] }),
  }))
}

interface Drawn {
  readonly drawing: Drawing
  readonly grid: Grid
  readonly buckets: readonly Buckets[]
}

async function bucketHistories(
  timeSeries: TimeSeries,
  { deviceKey, series }: DrawnDevice,
  { drawing, grid, buckets }: Drawn,
): Promise<SeriesHistory[]> {
  const bySlot = new Map(buckets.map((one) => [one.slot, one]))
  const newest = (await timeSeries.newest([deviceKey])).get(deviceKey) ?? []
  return series.map(({ id, slot, metric }) => {
    const { from, to } = drawing.range
    const last = newest.find((one) => one.slot === slot)?.at ?? from
    const shown = { from, to: Math.min(last, to) }
    const own = bySlot.get(slot)
    return {
      seriesId: id,
      resolution: Math.round(grid.widthMs / 1000),
      start: grid.origin,
      newest: shown.to,
      count: own?.counts.at(-1) ?? 0,
      ...(from >= drawing.readingsFrom && { values: own ? valuesIn(own) : 0 }),
      ...columnsOf(own, { decimals: metricById(metric).decimals, width: grid.widthMs, shown }),
    }
  })
}

interface Shown {
  readonly decimals: number
  readonly width: number
  readonly shown: Range
}

function columnsOf(buckets: Buckets | undefined, { decimals, width, shown }: Shown) {
  if (!buckets) return { time: [], mean: [], min: [], max: [] }
  return {
    time: listOf(buckets.at, (at) => Math.round(middleOf(at, width, shown))),
    mean: listOf(buckets.means, (mean) => roundedMean(mean, decimals)),
    min: listOf(buckets.lowest),
    max: listOf(buckets.highest),
  }
}

/** Returns a column as a list. A loop: what iterates over a typed array takes several times as long. */
function listOf(column: Float64Array, valueOf = (value: number) => value): number[] {
  const list: number[] = []
  for (let index = 0; index < column.length; index++) list.push(valueOf(column[index]!))
  return list
}
