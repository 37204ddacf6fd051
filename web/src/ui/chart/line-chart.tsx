import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { formatDateTime, withUnit } from '../../lib/format.ts'
import { prepareFormatters } from '../../lib/prepare-formatters.ts'
import type { ChartDrawing, ChartEvents } from './chart-drawing.ts'
import { pointAt } from './point-at.ts'
import type { ChartContent } from './chart-types.ts'
import './line-chart.css'

const ChartTooltip = lazy(async () => ({ default: (await import('./chart-tooltip.tsx')).ChartTooltip }))

export interface LineChartProps {
  label: string
  /** Must keep its identity while nothing in it changes. */
  content: ChartContent
  /** In milliseconds since 1970. Charts share the crosshair; `isHere` is true in the one under the pointer. */
  pointed: { readonly time: number; readonly isHere: boolean } | undefined
  onPoint: (time: number | undefined) => void
  onZoom: (from: number, to: number) => void
  /** Called for a double click, a double tap or Escape. */
  onReset: () => void
  /** Called for `[` and `]`, which move the range. */
  onMove?: ((by: -1 | 1) => void) | undefined
  className?: string | undefined
}

/** uPlot creates formatters as soon as it is loaded. */
async function loadDrawing(): Promise<typeof ChartDrawing> {
  await prepareFormatters()
  return (await import('./chart-drawing.ts')).ChartDrawing
}

/** Loads the drawing while the data of a chart is still requested. A failure is repeated by the chart. */
export function preloadDrawing(): void {
  loadDrawing().catch(() => undefined)
}

/** Points that Shift and an arrow key move at once. */
const STRIDE = 10

/** Returns the React key of a chart: uPlot can't change these options later. */
export function shapeOf({ gutter, lines }: ChartContent): string {
  return JSON.stringify([gutter, ...lines.map(({ id, colour, dash, hasBand }) => [id, colour, dash, hasBand])])
}

/** Draws averages as lines, lowest to highest as a band. Keys: arrows (with Shift ten steps), `+`, `-`, `[`, `]`, Escape. */
export function LineChart({ label, content, pointed, onPoint, onZoom, onReset, onMove, className }: LineChartProps) {
  const { range } = content
  const place = useRef<HTMLDivElement>(null)
  // A key may be pressed before the drawing is loaded.
  const early = useRef<number>(undefined)
  const drawing = useDrawing({ place, early }, content, { onPoint, onZoom, onReset })

  function press(event: KeyboardEvent) {
    const stride = event.shiftKey ? STRIDE : 1
    const step = { ArrowLeft: -stride, ArrowRight: stride, Home: -Infinity, End: Infinity }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (drawing) onPoint(drawing.step(pointed?.time, step))
      else early.current = step
    } else if (event.key === 'Escape') onReset()
    else if (event.key === '[' || event.key === ']') onMove?.(event.key === '[' ? -1 : 1)
    else if (event.key === '+' || event.key === '-') {
      const centre = pointed?.time ?? (range.from + range.to) / 2
      const half = (range.to - range.from) * (event.key === '+' ? 1 / 4 : 1)
      onZoom(Math.round(centre - half), Math.round(centre + half))
    }
  }

  const time = pointed?.time
  return (
    <div className="relative">
      {/* An ARIA application, because arrow keys move through it like a slider with hundreds of values. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={place}
        role="application"
        aria-label={`${label}; arrow keys read points`}
        tabIndex={0}
        onKeyDown={press}
        className={`line-chart rounded-control ${className ?? 'h-72 sm:h-80'}`}
      />
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      {drawing && time !== undefined && (
        <Suspense>
          <ChartTooltip drawing={drawing} content={content} time={time} isPointed={pointed?.isHere === true} />
        </Suspense>
      )}
      <output className="sr-only">{time !== undefined && pointed?.isHere === true && spoken(content, time)}</output>
    </div>
  )
}

interface Places {
  readonly place: RefObject<HTMLElement | null>
  /** Step of a key pressed before the drawing is loaded. */
  readonly early: RefObject<number | undefined>
}

/** Draws in tasks after the first paint: on a phone the drawing takes as long as the rest of the page. */
function useDrawing({ place, early }: Places, content: ChartContent, events: ChartEvents) {
  const [drawing, setDrawing] = useState<ChartDrawing>()
  const point = useEffectEvent(events.onPoint)
  const zoom = useEffectEvent(events.onZoom)
  const reset = useEffectEvent(events.onReset)
  const currentContent = useEffectEvent(() => content)
  useEffect(() => {
    let isShown = true
    let drawn: ChartDrawing | undefined
    async function draw() {
      const Drawing = await loadDrawing()
      if (!isShown || !place.current) return
      drawn = new Drawing(place.current, currentContent(), {
        onPoint: (time) => point(time),
        onZoom: (from, to) => zoom(from, to),
        onReset: () => reset(),
      })
      setDrawing(drawn)
      if (early.current !== undefined) point(drawn.step(undefined, early.current))
    }
    void draw()
    return () => {
      isShown = false
      drawn?.destroy()
    }
  }, [place, early])
  useEffect(() => drawing?.show(content), [drawing, content])
  return drawing
}

function spoken({ lines, range, unit, formatValue }: ChartContent, time: number): string {
  const values = lines.map(({ name, series }) => {
    const found = pointAt(series, time, range)
    const value = found ? withUnit(formatValue(found.average), unit) : 'no data'
    return lines.length === 1 ? value : `${name} ${value}`
  })
  return `${formatDateTime(time)}: ${values.join(', ')}`
}
