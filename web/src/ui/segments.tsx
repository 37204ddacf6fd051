import { classes } from '../lib/classes.ts'

interface SegmentsProps<Id extends string> {
  legend: string
  choices: ReadonlyArray<{ readonly id: Id; readonly label: string }>
  chosen: Id | undefined
  onChoose: (id: Id) => void
  className?: string
}

export function Segments<Id extends string>({ legend, choices, chosen, onChoose, className }: SegmentsProps<Id>) {
  return (
    <fieldset className={classes('flex flex-wrap rounded-control bg-sunken p-1', className)}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={classes(
            'min-h-9 grow rounded-small px-3 text-sm forced-colors:border',
            id === chosen
              ? 'bg-surface font-semibold text-ink shadow-panel forced-colors:border-current'
              : 'text-ink-soft',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
