import { formatDateTime, withUnit } from '../../lib/format.ts'
import type { ChartDrawing } from './chart-drawing.ts'
import { pointAt } from './point-at.ts'
import type { ChartContent } from './chart-types.ts'

interface ChartTooltipProps {
  drawing: ChartDrawing
  content: ChartContent
  /** Time of the crosshair, in milliseconds since 1970. */
  time: number
  isPointed: boolean
}

/** Shows the crosshair and its values. Hidden from screen readers, which use a live region. */
export function ChartTooltip({ drawing, content, time, isPointed }: ChartTooltipProps) {
  const { lines, range, unit, formatValue } = content
  const found = lines.flatMap((line) => {
    const point = pointAt(line.series, time, range)
    return point ? [{ line, point, ...drawing.positionOf(point.time, point.average) }] : []
  })
  const box = drawing.box()
  const [first] = found
  const { x } = found.length === 1 && first ? first : drawing.positionOf(time, 0)
  const late = x > box.left + box.width / 2
  const [top = box.top] = found.map(({ y }) => y)
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <span className="absolute w-px bg-ink-soft" style={{ left: x, top: box.top, height: box.height }} />
      {found.map(({ line, x: left, y }) => (
        <span
          key={line.id}
          className="absolute size-3 -translate-1/2 rounded-pill border-2 bg-surface"
          style={{ left, top: y, borderColor: lines.length > 1 ? `var(--${line.colour})` : 'var(--ink)' }}
        />
      ))}
      {isPointed && found.length > 0 && (
        <div
          className="absolute max-w-72 rounded-control bg-ink px-3 py-2 text-surface shadow-dialog"
          style={{
            top: Math.max(lines.length > 1 ? box.top : top - 72, 0),
            ...(late ? { right: `calc(100% - ${x - 12}px)` } : { left: x + 12 }),
          }}
        >
          <p className="text-xs whitespace-nowrap">{formatDateTime(time)}</p>
          {found.map(({ line, point }) => (
            <p key={line.id} className="flex items-baseline justify-between gap-4 whitespace-nowrap">
              {lines.length > 1 && <span className="truncate text-sm">{line.name}</span>}
              <span className="font-semibold">{withUnit(formatValue(point.average), unit)}</span>
              {lines.length === 1 && point.min !== point.max && (
                <span className="text-xs">
                  {formatValue(point.min)} to {formatValue(point.max)}
                </span>
              )}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
