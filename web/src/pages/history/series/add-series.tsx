import { Plus } from 'lucide-react'
import { SERIES_MAX, type HistorySeries } from '../../../shared/history/history-series.ts'

interface AddSeriesProps {
  all: readonly HistorySeries[]
  shown: readonly HistorySeries[]
  onAdd: (seriesId: string) => void
}

export function AddSeries({ all, shown, onAdd }: AddSeriesProps) {
  const others = all.filter(({ id, isVisible }) => isVisible && !shown.some((one) => one.id === id))
  if (others.length === 0 || shown.length >= SERIES_MAX) return undefined
  const devices = Map.groupBy(others, ({ deviceId }) => deviceId)
  return (
    <span className="relative inline-flex print:hidden">
      <Plus aria-hidden className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft" />
      <select
        aria-label="Add a series"
        value=""
        onChange={({ target }) => onAdd(target.value)}
        className="min-h-11 w-36 appearance-none rounded-pill border border-dashed border-line-strong bg-transparent ps-9 pe-3 text-sm"
      >
        <option value="" disabled>
          Add series
        </option>
        {[...devices.values()].map((group) => (
          <optgroup key={group[0]?.deviceId} label={group[0]?.deviceName}>
            {group.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </span>
  )
}
