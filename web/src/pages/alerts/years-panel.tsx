import { classes } from '../../lib/classes.ts'

interface YearsPanelProps {
  years: ReadonlyArray<{ readonly year: number; readonly count: number }> | undefined
  chosen: number | undefined
  onChoose: (year: number | undefined) => void
}

/** Filters by year. Absent for a household without alerts. */
export function YearsPanel({ years = [], chosen, onChoose }: YearsPanelProps) {
  if (years.length === 0) return undefined
  return (
    <aside aria-label="Years" className="overflow-hidden rounded-card border border-line bg-surface shadow-panel">
      <header className="flex min-h-15 items-center justify-between gap-4 px-4 py-2 sm:px-6">
        <h2 className="text-lg">Years</h2>
        <button
          type="button"
          disabled={chosen === undefined}
          onClick={() => onChoose(undefined)}
          className="min-h-11 rounded-control px-2 text-sm text-ink-soft enabled:hover:text-ink disabled:opacity-60"
        >
          Clear
        </button>
      </header>
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 sm:px-6">
        {years.map(({ year, count }) => (
          <button
            key={year}
            type="button"
            aria-pressed={year === chosen}
            aria-label={`${year}, ${count} ${count === 1 ? 'alert' : 'alerts'}`}
            onClick={() => onChoose(year === chosen ? undefined : year)}
            className={classes(
              'inline-flex min-h-11 items-center gap-2 rounded-pill border px-4 text-sm',
              year === chosen
                ? 'border-leaf bg-leaf-wash font-semibold text-leaf-strong forced-colors:border-3'
                : 'border-line-strong hover:bg-sunken',
            )}
          >
            {year} <span className={year === chosen ? undefined : 'text-ink-soft'}>{count}</span>
          </button>
        ))}
      </div>
    </aside>
  )
}
