import type { Device, SeriesHistory } from '@greenhouse/contract'
import { chartSeries } from '../../../shared/history/chart-series.ts'
import { SERIES_PER_PLOT_MAX, type HistorySeries } from '../../../shared/history/history-series.ts'
import { GHOST, type LineStyle } from '../series/line-styles.ts'
import { formatNumber } from '../../../lib/format.ts'
import { decimalsFor, shownNumber, shownUnit } from '../../../shared/metric/show-value.ts'
import type { ChartContent, ChartRange } from '../../../ui/chart/chart-types.ts'
import { brokenOf, stemsOf } from './lanes.ts'
import type { Plot, PlotLine } from './plot.ts'
import type { HistoryNotes } from '../notes/use-history-notes.ts'
import type { Ghost } from '../readings/use-history.ts'

export interface PlotsInput {
  readonly devices: ReadonlyArray<Pick<Device, 'deviceId' | 'waitTime'>>
  readonly series: readonly HistorySeries[]
  readonly styles: ReadonlyMap<string, LineStyle>
  readonly hidden: readonly string[]
  readonly histories: readonly SeriesHistory[]
  readonly ghost: Ghost | undefined
  /** The drawn range and the fetched one. */
  readonly range: ChartRange
  readonly fetched: ChartRange
  readonly nights: readonly ChartRange[]
  readonly notes: HistoryNotes
  readonly gutter: number
  readonly hasNames: boolean
  readonly celsius: boolean
  readonly now: number
}

export const GHOST_ID = 'before'

/** Groups series by unit into plots with a common time axis. */
export function plotsOf(input: PlotsInput): Plot[] {
  const { series, celsius } = input
  const groups = Map.groupBy(series, ({ metric }) => shownUnit(metric, celsius))
  return [...groups.values()].flatMap((group) => {
    const parts = Array.from({ length: Math.ceil(group.length / SERIES_PER_PLOT_MAX) }, (_, index) =>
      group.slice(index * SERIES_PER_PLOT_MAX, (index + 1) * SERIES_PER_PLOT_MAX),
    )
    return parts.map((part) => plotOf(part, input))
  })
}

function plotOf(part: readonly HistorySeries[], input: PlotsInput): Plot {
  const { range, nights, notes, gutter, celsius } = input
  const lines = [...part.map((one) => lineOf(one, part, input)), ...ghostOf(part, input)]
  const drawn = lines.filter(({ isHidden }) => !isHidden)
  const banded = drawn.find(({ isGhost }) => !isGhost)?.id
  const metrics = [...new Set(part.map(({ metric }) => metric))]
  // Buckets keep the lowest values exactly.
  const lows = ({ series }: PlotLine) => series.runs.flat().map(({ min }) => min)
  const decimals = Math.max(...lines.map((line) => decimalsFor(line.of.metric, lows(line))))
  const [first] = metrics
  const spans = metrics.map((metric) => shownNumber(metric, metric.spanMin, celsius) - shownNumber(metric, 0, celsius))
  return {
    title: metrics.map(({ label }) => label).join(', '),
    lines,
    content: {
      lines: drawn.map((line) => ({ ...line, hasBand: line.id === banded })),
      range,
      unit: first ? shownUnit(first, celsius) : '',
      nights,
      limits: uniqueLimits(notes, drawn),
      broken: brokenOf(
        notes.alerts,
        drawn.filter(({ isGhost }) => !isGhost),
      ),
      stems: stemsOf(notes, range),
      spanMin: Math.max(...spans),
      gutter,
      formatValue: (value, digits = decimals) => formatNumber(value, digits),
    },
  }
}

function uniqueLimits({ limits }: HistoryNotes, drawn: readonly PlotLine[]): ChartContent['limits'] {
  const of = limits.filter(({ seriesId }) => drawn.some(({ id }) => id === seriesId))
  return [...new Map(of.map((limit) => [limit.label, limit])).values()]
}

function lineOf(series: HistorySeries, part: readonly HistorySeries[], input: PlotsInput): PlotLine {
  const { histories, styles, hidden, range, now } = input
  const history = histories.find(({ seriesId }) => seriesId === series.id)
  const found = history && cut(series, history, input)
  const end = Math.min(range.to, now)
  const isSilent = found?.series.gaps.some(({ to }) => to >= end) === true
  const { colour, dash } = styles.get(series.id) ?? GHOST
  return {
    id: series.id,
    of: series,
    name: nameOf(series, part, input.series) + (isSilent ? ', silent' : ''),
    series: found?.series ?? { runs: [], gaps: [] },
    widthMs: found?.widthMs ?? 0,
    values: found?.values,
    newest: found?.newest,
    colour,
    dash,
    width: 2,
    hasBand: false,
    isNamed: input.hasNames,
    isGhost: false,
    isHidden: hidden.includes(series.id),
  }
}

function ghostOf(part: readonly HistorySeries[], input: PlotsInput): PlotLine[] {
  const { ghost, hidden } = input
  const main = part.find(({ id }) => id === ghost?.history.seriesId)
  if (!ghost || !main) return []
  const { series: found, ...rest } = cut(main, ghost.history, input, ghost.shiftMs)
  const line = { of: main, series: found, ...rest, ...GHOST, width: 1.5, hasBand: false, isNamed: false, isGhost: true }
  return [
    {
      ...line,
      id: GHOST_ID,
      name: `${nameOf(main, part, input.series)}, ${ghost.name}`,
      isHidden: hidden.includes(GHOST_ID),
    },
  ]
}

/** Returns the device, the label or both, as needed to distinguish the series of all plots. */
function nameOf(one: HistorySeries, part: readonly HistorySeries[], all: readonly HistorySeries[]): string {
  const { deviceName, deviceId, label, metric } = one
  const hasOthers = part.some((other) => other.deviceId !== deviceId)
  const hasMore = part.some((other) => other.label !== label)
  if (all.length > 1 && all.every((other) => other.deviceId === deviceId)) return label
  const isRepeated = all
    .slice(0, all.indexOf(one))
    .some((other) => other.deviceId === deviceId && !part.includes(other))
  if (!hasMore) return isRepeated ? `${deviceName}, ${metric.label.toLowerCase()}` : deviceName
  return hasOthers ? `${deviceName}, ${label}` : label
}

/** Returns runs and gaps, shifted to a later time. */
function cut(series: HistorySeries, history: SeriesHistory, input: PlotsInput, shiftMs = 0) {
  const { devices, fetched, celsius, now } = input
  const device = devices.find(({ deviceId }) => deviceId === series.deviceId)
  const found = chartSeries(history, {
    metric: series.metric,
    celsius,
    intervalSeconds: Number(device?.waitTime ?? 0),
    from: fetched.from - shiftMs,
    to: fetched.to - shiftMs,
    now,
    // The time before the first reading is a gap like any other.
    since: 0,
  })
  const moved = (time: number) => time + shiftMs
  return {
    widthMs: history.resolution * 1000,
    values: history.values,
    newest: history.newest === undefined ? undefined : moved(history.newest),
    series: {
      runs: found.runs.map((run) => run.map((point) => ({ ...point, time: moved(point.time) }))),
      gaps: found.gaps.map(({ from, to }) => ({ from: moved(from), to: moved(to) })),
    },
  }
}
