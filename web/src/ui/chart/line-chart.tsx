import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { formatDateTime, withUnit } from '../../lib/format.ts'
import { ChartDrawing, type PointedAt } from './chart-drawing.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import type { ChartContent } from './chart-types.ts'

export interface LineChartProps extends ChartContent {
  /** Says what is drawn. */
  label: string
  unit: string
  /** Called with a range that was chosen, milliseconds since 1970. */
  onZoom: (from: number, to: number) => void
  /** Called for a double click or Escape. */
  onReset: () => void
}

/** How many points Shift and an arrow key move at once. */
const STRIDE = 10

/**
 * Average as a line, lowest to highest as a band. The crosshair follows pointer, touch and arrow keys (Shift takes ten
 * steps); dragging, or `+` at the crosshair, chooses a range; a double click or Escape goes back.
 */
export function LineChart({ label, unit, onZoom, onReset, ...given }: LineChartProps) {
  const { series, range, limits, marks, spanMin, colour, formatValue } = given
  const [drawing, setDrawing] = useState<ChartDrawing>()
  const [pointed, setPointed] = useState<PointedAt>()
  const content = useMemo(
    () => ({ series, range, limits, marks, spanMin, colour, formatValue }),
    [series, range, limits, marks, spanMin, colour, formatValue],
  )
  const zoom = useEffectEvent(onZoom)
  const reset = useEffectEvent(onReset)
  const currentContent = useEffectEvent(() => content)
  const place = useRef<HTMLDivElement>(null)
  // Drawing takes a phone as long as the rest of the screen, so it has a task of its own after the first paint.
  useEffect(() => {
    if (!place.current) return undefined
    const drawn = new ChartDrawing(place.current, currentContent(), {
      onPoint: setPointed,
      onZoom: (from, to) => zoom(from, to),
      onReset: () => reset(),
    })
    setDrawing(drawn)
    return () => drawn.destroy()
  }, [])
  useEffect(() => drawing?.show(content), [drawing, content])

  function press(event: KeyboardEvent) {
    const stride = event.shiftKey ? STRIDE : 1
    const step = { ArrowLeft: -stride, ArrowRight: stride, Home: -Infinity, End: Infinity }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      drawing?.step(pointed?.index, step)
    } else if (event.key === 'Escape') onReset()
    else if (event.key === '+') {
      const centre = pointed?.point.time ?? (range.from + range.to) / 2
      const quarter = (range.to - range.from) / 4
      onZoom(Math.round(centre - quarter), Math.round(centre + quarter))
    }
  }

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
        className="line-chart h-72 rounded-control sm:h-80"
      />
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      {pointed && <ChartTooltip pointed={pointed} unit={unit} formatValue={formatValue} />}
      <output className="sr-only">
        {pointed && `${formatDateTime(pointed.point.time)}: ${withUnit(formatValue(pointed.point.average), unit)}`}
      </output>
    </div>
  )
}
