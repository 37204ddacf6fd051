import { DAY_MS, HOUR_MS } from '@greenhouse/contract'
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { startOfDay, toCalendarDate } from '../../../lib/dates.ts'
import { formatShortDate } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { ChartPoint, ChartRange } from '../../../ui/chart/chart-types.ts'
import { LimitLine, type LimitLineProps } from './limit-line.tsx'
import { plotScale, xOf, yOf, type PlotArea, type PlotScale } from './plot-scale.ts'

/** A line across the plot, without what the plot itself knows. */
export type PlotLimit = Omit<LimitLineProps, 'scale' | 'area'> & {
  /** Where the alert is over, undefined where that is the limit; `isBelow`: the limit is below it. */
  readonly end: { readonly value: number; readonly words: string; readonly isBelow: boolean } | undefined
}

interface RulePlotProps {
  label: string
  range: ChartRange
  unit: string
  colour: string
  /** Values in the user's unit, in runs without a gap. */
  runs: ReadonlyArray<readonly ChartPoint[]>
  /** A bar for each day in place of a line. */
  bars?: readonly PlotBar[] | undefined
  spanMin: number
  /** For values that are never negative. */
  isFromZero?: boolean
  limits: readonly PlotLimit[]
  /** When the rule would have been broken. */
  broken: readonly ChartRange[]
  formatValue: (value: number) => string
}

export interface PlotBar extends ChartRange {
  readonly value: number
}

const EDGE = {
  wide: { left: 60, right: 50, top: 34, bottom: 40 },
  narrow: { left: 34, right: 12, top: 34, bottom: 32 },
}
const NARROW_PX = 480
/** On wide screens what the window leaves, so that the sentence below is in sight. */
export const PLOT_HEIGHT = 'h-77.5 lg:h-[clamp(22.25rem,100dvh-33.75rem,29.5rem)]'

/** Draws values of the last days under lines that can be dragged. */
export function RulePlot(props: RulePlotProps) {
  const { label, range, unit, limits, formatValue } = props
  const [box, size] = useSize()
  const area = areaOf(size)
  const scale = useScale(props)
  return (
    <div ref={box} className={`relative min-w-0 overflow-clip print:h-60 ${PLOT_HEIGHT}`}>
      {size.width > 0 && (
        <>
          <svg
            // Its drawing changes with each move.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="img"
            aria-label={label}
            width={size.width}
            height={size.height}
            className="absolute inset-0 text-xs"
          >
            <Grid area={area} scale={scale} unit={unit} formatValue={formatValue} />
            <Days area={area} range={range} />
            <Drawing {...props} area={area} scale={scale} />
            {limits.map(({ name, end }) => end && <EndLine key={name} {...end} area={area} scale={scale} />)}
          </svg>
          {limits.map((limit) => (
            <LimitLine key={limit.name} {...limit} area={area} scale={scale} />
          ))}
        </>
      )}
    </div>
  )
}

function areaOf({ width, height }: { width: number; height: number }): PlotArea {
  const { left, right, top, bottom } = width < NARROW_PX ? EDGE.narrow : EDGE.wide
  return { left, right: Math.max(width - right, left + 1), top, bottom: height - bottom }
}

/** Keeps the scale while a limit is dragged within it. */
function useScale({ runs, bars, limits, spanMin, isFromZero = false }: RulePlotProps): PlotScale {
  const values = useMemo(() => {
    const points = runs.flat()
    return bars ? [0, ...bars.map(({ value }) => value)] : extremesOf(points)
  }, [runs, bars])
  const [kept, setKept] = useState<{ values: readonly number[]; scale: PlotScale }>()
  const shown = limits.map(({ value }) => value)
  const holds = kept?.values === values && shown.every((one) => one >= kept.scale.from && one <= kept.scale.to)
  if (kept && holds) return kept.scale
  const scale = plotScale([...values, ...shown], spanMin)
  const fromZero = isFromZero ? { ...scale, from: 0, ticks: scale.ticks.filter((tick) => tick >= 0) } : scale
  setKept({ values, scale: fromZero })
  return fromZero
}

function extremesOf(points: readonly ChartPoint[]): number[] {
  let [low, high] = [Infinity, -Infinity]
  for (const { min, max } of points) {
    low = Math.min(low, min)
    high = Math.max(high, max)
  }
  return [low, high]
}

function useSize() {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, size] as const
}

interface Placed {
  area: PlotArea
  scale: PlotScale
}

function Grid({ area, scale, unit, formatValue }: Placed & Pick<RulePlotProps, 'unit' | 'formatValue'>) {
  return (
    <g>
      <text x={area.left - 10} y={area.top - 14} textAnchor="end" className="fill-ink-soft">
        {unit}
      </text>
      {scale.ticks.map((tick, index) => {
        const y = Math.round(yOf(tick, scale, area))
        return (
          <g key={tick}>
            <line
              x1={area.left}
              x2={area.right}
              y1={y}
              y2={y}
              className={index === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
            <text x={area.left - 10} y={y + 4} textAnchor="end" className="fill-ink-soft">
              {formatValue(tick)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

const LABEL_PX = 90

function Days({ area, range }: { area: PlotArea; range: ChartRange }) {
  const { locale } = useFormat()
  const days = Math.max((range.to - range.from) / DAY_MS, 1)
  const fitting = Math.max((area.right - area.left) / LABEL_PX, 1)
  const step = [1, 2, 7, 14].find((one) => days / one <= fitting) ?? 30
  const ticks: number[] = []
  // Noon of a day, so that an hour of summer time changes no date.
  for (let at = range.to; at > range.from; at -= step * DAY_MS) {
    const day = startOfDay(toCalendarDate(at)).getTime()
    if (day >= range.from && day <= range.to - 6 * HOUR_MS) ticks.push(day)
  }
  return (
    <g key={locale}>
      {ticks.map((day) => {
        const x = Math.round(xOf(day, range, area))
        return (
          <g key={day}>
            <line x1={x} x2={x} y1={area.bottom} y2={area.bottom + 5} className="stroke-line-strong" />
            <text
              x={Math.max(x, 16)}
              y={area.bottom + 20}
              textAnchor={x > area.right - 16 ? 'end' : 'middle'}
              className="fill-ink-soft"
            >
              {formatShortDate(day)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

const BROKEN_PX = 1.5

/** Is drawn again only when values or firings change. */
function Drawing({ runs, bars, range, broken, colour, area, scale }: RulePlotProps & Placed) {
  const key = `${area.left} ${area.right} ${area.bottom} ${scale.from} ${scale.to}`
  const [drawn, setDrawn] = useState({ key: '', runs, path: '' })
  let { path } = drawn
  if (drawn.key !== key || drawn.runs !== runs) {
    path = runs.map((run) => pathOf(run, { range, area, scale })).join('')
    setDrawn({ key, runs, path })
  }
  const last = runs.at(-1)?.at(-1)
  return (
    <g>
      {broken.map(({ from, to }) => {
        const x = xOf(Math.max(from, range.from), range, area)
        return (
          <rect
            key={from}
            x={x}
            width={Math.max(xOf(to, range, area) - x, BROKEN_PX)}
            y={area.top}
            height={area.bottom - area.top}
            className="fill-danger/12 forced-colors:fill-[CanvasText]/25"
          />
        )
      })}
      {bars?.map((bar) => {
        const [x, end] = [xOf(bar.from, range, area), xOf(bar.to, range, area)]
        const y = Math.max(yOf(bar.value, scale, area), area.top)
        const width = Math.max((end - x) * 0.7, 2)
        return (
          <rect
            key={bar.from}
            x={x + (end - x - width) / 2}
            y={y}
            width={width}
            height={Math.max(area.bottom - y, bar.value > 0 ? 1 : 0)}
            className="fill-ink-soft"
          />
        )
      })}
      <path d={path} fill="none" strokeWidth={1.5} strokeLinejoin="round" style={{ stroke: `var(--${colour})` }} />
      {last && (
        <circle
          cx={xOf(last.time, range, area)}
          cy={yOf(last.average, scale, area)}
          r={4}
          strokeWidth={1.5}
          className="stroke-surface"
          style={{ fill: `var(--${colour})` }}
        />
      )}
    </g>
  )
}

/** Draws the lowest and the highest value of each pixel. */
function pathOf(run: readonly ChartPoint[], { range, area, scale }: Placed & { range: ChartRange }): string {
  const columns = new Map<number, { low: number; high: number; last: number }>()
  for (const { time, average, min, max } of run) {
    const x = Math.round(xOf(time, range, area))
    const known = columns.get(x)
    columns.set(x, {
      low: Math.min(known?.low ?? Infinity, min),
      high: Math.max(known?.high ?? -Infinity, max),
      last: average,
    })
  }
  const y = (value: number) => yOf(value, scale, area).toFixed(1)
  let path = ''
  for (const [x, { low, high, last }] of columns) {
    path += path === '' ? `M${x} ${y(low === high ? last : high)}` : ''
    path += low === high ? `L${x} ${y(last)}` : `L${x} ${y(high)}L${x} ${y(low)}L${x} ${y(last)}`
  }
  return columns.size === 1 ? `${path}h1` : path
}

function EndLine({ value, words, isBelow, area, scale }: NonNullable<PlotLimit['end']> & Placed): ReactNode {
  const y = yOf(value, scale, area)
  if (y < area.top || y > area.bottom) return undefined
  return (
    <g>
      <line
        x1={area.left}
        x2={area.right}
        y1={y}
        y2={y}
        strokeWidth={1.5}
        strokeDasharray="1.5 4"
        strokeLinecap="round"
        className="stroke-ink-soft"
      />
      <text
        x={area.left + 8}
        y={isBelow || y + 16 > area.bottom ? y - 6 : y + 16}
        strokeWidth={3}
        paintOrder="stroke"
        className="fill-ink-soft stroke-surface"
      >
        {words}
      </text>
    </g>
  )
}
