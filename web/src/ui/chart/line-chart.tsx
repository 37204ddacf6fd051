import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { formatDateTime, withUnit } from '../../lib/format.ts'
import { prepareFormatters } from '../../lib/prepare-formatters.ts'
import type { ChartDrawing, ChartEvents } from './chart-drawing.ts'
import { pointAt } from './point-at.ts'
import type { ChartContent } from './chart-types.ts'

const ChartTooltip = lazy(async () => ({ default: (await import('./chart-tooltip.tsx')).ChartTooltip }))

export interface LineChartProps {
  /** Says what is drawn. */
  label: string
  /** Keeps its identity as long as it says the same. */
  content: ChartContent
  /** Where the crosshair stands, in milliseconds since 1970, and whether in this chart; others may share it. */
  pointed: { readonly time: number; readonly isHere: boolean } | undefined
  onPoint: (time: number | undefined) => void
  /** Called with a range that was chosen, milliseconds since 1970. */
  onZoom: (from: number, to: number) => void
  /** Called for a double click, a double tap or Escape. */
  onReset: () => void
  className?: string | undefined
}

/** The library of the charts creates formatters as soon as it is loaded. */
async function loadDrawing(): Promise<typeof ChartDrawing> {
  await prepareFormatters()
  return (await import('./chart-drawing.ts')).ChartDrawing
}

/** How many points Shift and an arrow key move at once. */
const STRIDE = 10

/** What uPlot is given only once. A chart whose shape changes is another one: give this as its key. */
export function shapeOf({ gutter, lines }: ChartContent): string {
  return JSON.stringify([gutter, ...lines.map(({ id, colour, dash, hasBand }) => [id, colour, dash, hasBand])])
}

/**
 * Averages as lines, lowest to highest as a band. The crosshair follows pointer, touch and arrow keys (Shift takes ten
 * steps); dragging, two fingers, or `+` at the crosshair choose a range; a double click or Escape goes back.
 */
export function LineChart({ label, content, pointed, onPoint, onZoom, onReset, className }: LineChartProps) {
  const { range } = content
  const place = useRef<HTMLDivElement>(null)
  // A key may come before the drawing is loaded.
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
    else if (event.key === '+') {
      const centre = pointed?.time ?? (range.from + range.to) / 2
      const quarter = (range.to - range.from) / 4
      onZoom(Math.round(centre - quarter), Math.round(centre + quarter))
    }
  }

  const time = pointed?.time
  return (
    <div className="relative">
      {/* Moved through with the arrow keys, like a slider with hundreds of values: an application in ARIA's words. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={place}
        role="application"
        aria-label={`${label}. Arrow keys move the crosshair, plus zooms in, Escape goes back.`}
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
  /** The step of a key that came before there was a drawing. */
  readonly early: RefObject<number | undefined>
}

/** Draws the content in a place, which takes a phone as long as the rest of the screen: in tasks after the first paint. */
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

/** What stands at the crosshair, for readers of the screen. */
function spoken({ lines, range, unit, formatValue }: ChartContent, time: number): string {
  const values = lines.map(({ name, series }) => {
    const found = pointAt(series, time, range)
    const value = found ? withUnit(formatValue(found.average), unit) : 'no data'
    return lines.length === 1 ? value : `${name} ${value}`
  })
  return `${formatDateTime(time)}: ${values.join(', ')}`
}
