import { metricOfSeries, type Device, type PlantRange, type Series, type SeriesHistory } from '@greenhouse/contract'
import { formatNumber } from '../../lib/format.ts'
import { chartSeries } from '../../shared/history/chart-series.ts'
import { decimalsFor, shownNumber, shownUnit } from '../../shared/metric/show-value.ts'
import type { ChartContent, ChartRange } from '../../ui/chart/chart-types.ts'

interface SoilInput {
  readonly history: SeriesHistory
  readonly series: Series
  readonly device: Pick<Device, 'waitTime' | 'createdAt'>
  readonly ideal: PlantRange | undefined
  /** Milliseconds since 1970. */
  readonly waterings: readonly number[]
  /** The fetched range and the shown part of it. */
  readonly full: ChartRange
  readonly range: ChartRange
}

const GUTTER_PX = 12

/** Returns a chart of soil moisture with its ideal range, and a vertical line at each watering. */
export function soilContent({ history, series, device, ideal, waterings, full, range }: SoilInput): ChartContent {
  const metric = metricOfSeries(series)
  const celsius = true
  const line = chartSeries(history, {
    metric,
    celsius,
    intervalSeconds: Number(device.waitTime),
    ...full,
    now: full.to,
    since: Date.parse(device.createdAt) || 0,
  })
  const decimals = decimalsFor(
    metric,
    line.runs.flat().map(({ average }) => average),
  )
  const limit = (value: number | null | undefined, side: 'above' | 'below') =>
    value === null || value === undefined
      ? []
      : [{ value, label: `ideal ${side === 'above' ? 'to' : 'from'} ${formatNumber(value, 0)}`, isSoft: true, side }]
  return {
    lines: [
      {
        id: series.seriesId,
        name: series.label,
        series: line,
        colour: metric.colour,
        dash: [],
        width: 1.5,
        hasBand: true,
        isNamed: false,
      },
    ],
    range,
    unit: shownUnit(metric, celsius),
    nights: [],
    limits: [...limit(ideal?.low, 'below'), ...limit(ideal?.high, 'above')],
    stems: waterings.map((time) => ({ time, colour: 'humidity' })),
    spanMin: shownNumber(metric, metric.spanMin, celsius) - shownNumber(metric, 0, celsius),
    gutter: GUTTER_PX,
    formatValue: (value, digits = decimals) => formatNumber(value, digits),
  }
}
