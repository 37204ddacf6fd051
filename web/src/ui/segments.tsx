import type { KeyboardEvent } from 'react'
import { classes } from '../lib/classes.ts'

interface SegmentsProps<Id extends string> {
  legend: string
  choices: ReadonlyArray<{ readonly id: Id; readonly label: string }>
  chosen: Id | undefined
  onChoose: (id: Id) => void
  /** Makes the row one tab stop with arrow keys inside. */
  isToolbar?: boolean
  className?: string
}

export function Segments<Id extends string>(props: SegmentsProps<Id>) {
  const { legend, choices, chosen, onChoose, isToolbar = false, className } = props
  const stop = choices.find(({ id }) => id === chosen)?.id ?? choices[0]?.id
  return (
    <fieldset className={classes('flex flex-wrap rounded-control bg-sunken p-1', className)}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          tabIndex={isToolbar && id !== stop ? -1 : undefined}
          onKeyDown={isToolbar ? moveAlong : undefined}
          onClick={() => onChoose(id)}
          className={classes(
            'min-h-9 grow rounded-small px-3 text-sm forced-colors:border',
            id === chosen
              ? 'bg-surface font-semibold text-ink shadow-panel forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
              : 'text-ink-soft',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function moveAlong(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget } = event
  const target = { ArrowRight: currentTarget.nextElementSibling, ArrowLeft: currentTarget.previousElementSibling }[key]
  if (!(target instanceof HTMLButtonElement)) return
  event.preventDefault()
  target.focus()
}
