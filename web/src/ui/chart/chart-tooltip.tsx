import { formatDateTime, withUnit } from '../../lib/format.ts'
import type { PointedAt } from './chart-drawing.ts'
import type { ChartContent } from './chart-types.ts'

export interface ChartTooltipProps {
  pointed: PointedAt
  unit: string
  formatValue: ChartContent['formatValue']
}

/** Time, average, and lowest to highest, beside the crosshair; for the eye, readers hear it elsewhere. */
export function ChartTooltip({ pointed: { point, x, y, late, top, height }, unit, formatValue }: ChartTooltipProps) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <span className="absolute w-px bg-ink-soft" style={{ left: x, top, height }} />
      <span
        className="absolute size-3 -translate-1/2 rounded-pill border-2 border-ink bg-surface"
        style={{ left: x, top: y }}
      />
      <div
        className="absolute rounded-control bg-ink px-3 py-2 text-surface shadow-dialog"
        style={{ top: Math.max(y - 72, 0), ...(late ? { right: `calc(100% - ${x - 12}px)` } : { left: x + 12 }) }}
      >
        <p className="text-xs whitespace-nowrap">{formatDateTime(point.time)}</p>
        <p className="flex items-baseline gap-4 whitespace-nowrap">
          <span className="font-semibold">{withUnit(formatValue(point.average), unit)}</span>
          {point.min !== point.max && (
            <span className="text-xs">
              {formatValue(point.min)} to {formatValue(point.max)}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}
