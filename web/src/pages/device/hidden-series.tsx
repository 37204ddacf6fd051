import { metricOfSeries, type Series } from '@greenhouse/contract'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { Button } from '../../ui/button.tsx'

const NAMED_MAX = 6

interface HiddenSeriesProps {
  hidden: readonly Series[]
  celsius: boolean
  /** True while the table shows them as well. */
  isWhole: boolean
  /** Of all series. */
  count: number
  onToggle: () => void
}

/** Shows `Also: battery 78 %, uptime 3.600.` */
export function HiddenSeries({ hidden, celsius, isWhole, count, onToggle }: HiddenSeriesProps) {
  if (hidden.length === 0) return undefined
  const named = hidden.slice(0, NAMED_MAX).map((one) => {
    const { text, unit } = showValue(metricOfSeries(one), one.newest?.value, celsius)
    return `${one.label} ${withUnit(text, unit)}`
  })
  const more = hidden.length - named.length
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm text-ink-soft sm:px-6">
      {!isWhole && (
        <span className="min-w-0 break-words">
          Also: {named.join(', ')}
          {more > 0 && ` and ${more} more`}.
        </span>
      )}
      <Button variant="ghost" dense aria-expanded={isWhole} onClick={onToggle} className="border-0 text-leaf-strong">
        {isWhole ? 'Show fewer' : `Show all ${count}`}
      </Button>
    </p>
  )
}
