import {
  metricById,
  metricOfSeries,
  type Device,
  type IdealRange,
  type Metric,
  type Plant,
  type PlantProbes,
  type Rule,
  type Series,
} from '@greenhouse/contract'
import { placesAbove, type PlaceTree } from '../../shared/place/place-tree.ts'
import { limitsOf } from '../../shared/series/device-tiles.ts'
import type { Limits } from '../../shared/series/series-tile.ts'

/** A quantity that a plant is measured by, or that it has an ideal range of. */
export interface Condition {
  readonly metric: Metric
  /** The name of the quantity; of a number without a known one that of the series. */
  readonly name: string
  /** The label that somebody gave to the series. */
  readonly label: string | undefined
  readonly range: IdealRange | undefined
  /** Undefined where nothing measures it. */
  readonly source: Source | undefined
}

export interface Source {
  readonly series: Series
  readonly device: Device
  /** Of the rules on the series. */
  readonly limits: Limits
}

export interface ConditionSources {
  readonly plant: Pick<Plant, 'placeId'>
  readonly probes: PlantProbes
  readonly series: readonly Series[]
  readonly devices: readonly Device[]
  readonly rules: readonly Rule[]
  readonly tree: PlaceTree
}

/** Shown without a range, too. */
const ALWAYS = ['temperature', 'humidity', 'vpd']
const SOIL = 'soil'

/** Returns the linked series, then the air around the plant, then the ranges that nothing measures. */
export function conditionsOf(sources: ConditionSources): Condition[] {
  const { probes, series } = sources
  const linked = probes.series.flatMap(({ seriesId }) => series.find((one) => one.seriesId === seriesId) ?? [])
  const own = linked.flatMap((one) => conditionOf(one, sources) ?? [])
  const known = new Set(own.map(({ metric }) => metric.id))
  const wanted = new Set([...ALWAYS, ...probes.ideal.map(({ metric }) => metric)])
  const around = [...wanted].flatMap((metric) => {
    // The light of a day is a ring of its own.
    if (known.has(metric) || metricById(metric).isDaily === true) return []
    const near = nearestOf(metric, sources)
    const found = near && conditionOf(near, sources)
    if (found) return [found]
    const range = rangeOf(probes, metric)
    const bare = metricById(metric)
    return range ? [{ metric: bare, name: bare.label, label: undefined, range, source: undefined }] : []
  })
  return [...own.toSorted((one, other) => rankOf(one) - rankOf(other)), ...around]
}

/** Puts soil first, which is not shared with other plants. */
function rankOf({ metric }: Condition): number {
  return metric.group === SOIL ? 0 : 1
}

function conditionOf(series: Series, { probes, devices, rules }: ConditionSources): Condition | undefined {
  const device = devices.find(({ deviceId }) => deviceId === series.deviceId)
  if (!device) return undefined
  const metric = metricOfSeries(series)
  return {
    metric,
    name: metric.isGeneric === true ? series.label : metric.label,
    label: metric.isGeneric === true || series.label === metric.label ? undefined : series.label,
    range: rangeOf(probes, series.metric),
    source: { series, device, limits: limitsOf(rules, series.seriesId) },
  }
}

function rangeOf({ ideal }: PlantProbes, metric: string): IdealRange | undefined {
  return ideal.find((one) => one.metric === metric)
}

/** Returns the series of the nearest device in the plant's place or above it; of soil, which is nobody else's, none. */
function nearestOf(metric: string, { plant, series, devices, tree }: ConditionSources): Series | undefined {
  if (metricById(metric).group === SOIL) return undefined
  const places = placesAbove(tree, plant.placeId).map(({ placeId }) => placeId)
  const near = series.flatMap((one) => {
    const device = devices.find(({ deviceId }) => deviceId === one.deviceId)
    const depth = places.indexOf(device?.placeId ?? '')
    return one.metric === metric && one.visible && one.newest && depth !== -1 ? [{ one, depth }] : []
  })
  const [first] = near.toSorted(
    (one, other) => other.depth - one.depth || (other.one.newest?.time ?? '').localeCompare(one.one.newest?.time ?? ''),
  )
  return first?.one
}
