import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'

interface YearsProps {
  years: readonly number[] | undefined
  chosen: number | undefined
  onChoose: (year: number | undefined) => void
}

export function Years({ years, chosen, onChoose }: YearsProps) {
  // Reserves its space while loading.
  if (years === undefined) return <div className="min-h-11 lg:col-start-2" />
  if (years.length === 0) return undefined
  return (
    <aside aria-label="Years" className="flex flex-wrap items-center gap-1.5 lg:col-start-2">
      {years.map((year) => (
        <button
          key={year}
          type="button"
          aria-pressed={year === chosen}
          onClick={() => onChoose(year)}
          className={classes(
            'min-h-11 rounded-control px-4 font-medium transition-colors',
            year === chosen ? 'bg-leaf-wash text-leaf-strong' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          {year}
        </button>
      ))}
      <Button variant="ghost" disabled={chosen === undefined} onClick={() => onChoose(undefined)}>
        Clear
      </Button>
    </aside>
  )
}
