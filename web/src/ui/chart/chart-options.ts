import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import type uPlot from 'uplot'
import { formatClock, formatDay, formatTime } from '../../lib/format.ts'
import { paintGaps, paintNotes } from './chart-paint.ts'
import { valueRange } from './chart-scale.ts'
import type { ChartContent } from './chart-types.ts'
import { tokenColour } from './token-colour.ts'

const FONT = '13px "Figtree Variable", sans-serif'
/** Below this width there are four ticks on the time axis. */
const NARROW_PX = 520
/** A drag shorter than this is a click. */
const DRAG_PX = 8

/** In pixels of the page. */
export interface ChartSize {
  readonly width: number
  readonly height: number
}

export interface DrawingEdges {
  readonly content: () => ChartContent
  /** Where a point stands alone and needs a dot. */
  readonly alone: () => number[]
  /** The crosshair has moved to a column, or has left. */
  readonly onCursor: (index: number | undefined) => void
  readonly onZoom: (from: number, to: number) => void
  readonly onReset: () => void
}

/** How uPlot draws one of our charts. Content and events are asked for at each drawing, so that one chart serves for life. */
export function chartOptions(
  size: ChartSize,
  { content, alone, onCursor, onZoom, onReset }: DrawingEdges,
): uPlot.Options {
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    // Half of the last label of the time axis stands to the right of the plot.
    padding: [12, 28, 0, 0],
    scales: {
      x: { time: true, range: () => [content().range.from, content().range.to] },
      y: { range: () => valueRange(content()) },
    },
    axes: axes(content),
    series: [
      {},
      {
        stroke: () => tokenColour(content().colour),
        width: 2,
        points: { show: true, size: 5, fill: () => tokenColour(content().colour), filter: alone },
      },
      { points: { show: false } },
      { points: { show: false } },
    ],
    bands: [{ series: [2, 3], fill: () => tokenColour(content().colour, 0.16) }],
    cursor: {
      // The line of the crosshair is drawn at the point, not at the pointer.
      x: false,
      y: false,
      drag: { x: true, y: false, setScale: false, dist: DRAG_PX },
      points: { show: false },
      bind: { dblclick: () => () => (onReset(), null) },
    },
    hooks: {
      drawClear: [(chart) => paintGaps(chart, content())],
      draw: [(chart) => paintNotes(chart, content())],
      setCursor: [
        ({ cursor }) => {
          const { idx, left = -1 } = cursor
          onCursor(typeof idx === 'number' && left >= 0 ? idx : undefined)
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select
          if (width < DRAG_PX) return
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          onZoom(Math.round(chart.posToVal(left, 'x')), Math.round(chart.posToVal(left + width, 'x')))
        },
      ],
    },
  }
}

function axes(content: DrawingEdges['content']): uPlot.Axis[] {
  const line = { stroke: () => tokenColour('line'), width: 1 }
  const shared = { stroke: () => tokenColour('ink-soft'), font: FONT, ticks: { show: false }, border: { show: false } }
  return [
    {
      ...shared,
      grid: { show: false },
      size: 30,
      space: (chart) => (chart.width < NARROW_PX ? chart.width / 5 : 110),
      values: (_, splits, __, ___, step) => splits.map((time) => timeLabel(time, step)),
    },
    {
      ...shared,
      grid: line,
      space: 44,
      size: (_, values) => Math.max(...(values ?? ['']).map((text) => text.length)) * 7.5 + 16,
      values: (_, splits, __, ___, step) => splits.map((value) => content().formatValue(value, decimalsOf(step))),
    },
  ]
}

function timeLabel(time: number, stepMs: number): string {
  const atMidnight = new Date(time).getHours() === 0 && new Date(time).getMinutes() === 0
  if (stepMs >= DAY_MS || atMidnight) return formatDay(time)
  return stepMs < MINUTE_MS ? formatClock(time) : formatTime(time)
}

function decimalsOf(step: number): number {
  return step >= 1 ? 0 : Math.min(Math.ceil(-Math.log10(step)), 3)
}
