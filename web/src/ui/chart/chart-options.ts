import { DAY_MS, MINUTE_MS } from '@greenhouse/contract'
import type uPlot from 'uplot'
import { formatClock, formatDay, formatTime } from '../../lib/format.ts'
import { paintGround, paintNotes } from './chart-paint.ts'
import { valueRange } from './chart-scale.ts'
import type { ChartContent, ChartRange } from './chart-types.ts'
import { tokenColour } from './token-colour.ts'

const FONT = '13px "Figtree Variable", sans-serif'
/** Narrower charts have four ticks on the time axis. */
const NARROW_PX = 520
/** Shorter drags are clicks. */
const DRAG_PX = 8
/** The same for every unit, so that time axes of charts below each other align. */
export const AXIS_PX = 52

export interface ChartSize {
  readonly width: number
  readonly height: number
}

interface DrawingEdges {
  readonly content: () => ChartContent
  /** Range of the content, or of a pinch. */
  readonly range: () => ChartRange
  readonly isolated: (line: number) => number[]
  readonly onCursor: (time: number | undefined) => void
  readonly onZoom: (from: number, to: number) => void
  readonly onReset: () => void
}

/** Reads content and handlers at each drawing, so that one chart can show new content. */
export function chartOptions(size: ChartSize, edges: DrawingEdges): uPlot.Options {
  const { content, range } = edges
  const { series, bands } = linesOf(edges)
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: [24, content().gutter, 0, 0],
    scales: {
      x: { time: true, range: () => [range().from, range().to] },
      y: { range: () => valueRange({ ...content(), range: range() }) },
    },
    axes: axes(content),
    series,
    bands,
    cursor: {
      // The crosshair's line is drawn at the nearest point, not at the pointer.
      x: false,
      y: false,
      drag: { x: true, y: false, setScale: false, dist: DRAG_PX },
      points: { show: false },
      bind: { dblclick: () => () => (edges.onReset(), null) },
    },
    hooks: hooksOf(edges),
  }
}

function linesOf({ content, isolated }: DrawingEdges): Required<Pick<uPlot.Options, 'series' | 'bands'>> {
  const series: uPlot.Series[] = [{}]
  const bands: uPlot.Band[] = []
  for (const [index, { colour, width, dash, hasBand }] of content().lines.entries()) {
    const stroke = () => tokenColour(colour)
    series.push({
      stroke,
      width,
      dash: [...dash],
      points: { show: true, size: 5, fill: stroke, filter: () => isolated(index) },
    })
    if (!hasBand) continue
    bands.push({ series: [series.length, series.length + 1], fill: () => tokenColour(colour, 0.16) })
    series.push({ points: { show: false } }, { points: { show: false } })
  }
  return { series, bands }
}

function hooksOf({ content, onCursor, onZoom }: DrawingEdges): uPlot.Hooks.Arrays {
  let wasInside = false
  return {
    drawClear: [(chart) => paintGround(chart, content())],
    draw: [(chart) => paintNotes(chart, content())],
    setCursor: [
      ({ cursor, data }) => {
        const { idx, left = -1 } = cursor
        const time = typeof idx === 'number' && left >= 0 ? data[0][idx] : undefined
        const isInside = time !== undefined
        // uPlot also calls this on resize, which must not hide the crosshair of the arrow keys.
        if (isInside || wasInside) onCursor(time)
        wasInside = isInside
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
      size: AXIS_PX,
      values: (_, splits, __, ___, step) => splits.map((value) => content().formatValue(value, decimalsOf(step))),
    },
  ]
}

function timeLabel(time: number, stepMs: number): string {
  const atMidnight = new Date(time).getHours() === 0 && new Date(time).getMinutes() === 0
  if (stepMs >= DAY_MS || atMidnight) return formatDay(time)
  return stepMs < MINUTE_MS ? formatClock(time) : formatTime(time)
}

const DECIMALS_MAX = 3

/** Returns the decimals, at most three, that show multiples of a step exactly: one for 2.5, none for 10. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < DECIMALS_MAX; decimals++) {
    const shifted = step * 10 ** decimals
    // Computed steps may be inexact, such as 0.30000000000000004.
    if (Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted) return decimals
  }
  return DECIMALS_MAX
}
