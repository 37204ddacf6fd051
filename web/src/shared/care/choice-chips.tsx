import { useId, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface ChoiceChipsProps<Value extends string> {
  legend: string
  choices: ReadonlyArray<{ readonly value: Value; readonly label: ReactNode }>
  chosen: Value
  onChoose: (value: NoInfer<Value>) => void
  hideLegend?: boolean
  /** Rendered behind the last choice. */
  more?: ReactNode
}

/** Chooses one of several by radio buttons that look like chips. */
export function ChoiceChips<Value extends string>(props: ChoiceChipsProps<Value>) {
  const { legend, choices, chosen, onChoose, hideLegend = false, more } = props
  const name = useId()
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{legend}</legend>
      <span className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <label key={value} className={classes(CHIP, value === chosen ? CHOSEN : 'border-line-strong bg-surface')}>
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="absolute size-px opacity-0"
            />
            {label}
          </label>
        ))}
        {more}
      </span>
    </fieldset>
  )
}

export const CHIP =
  'relative inline-flex min-h-11 cursor-pointer items-center rounded-pill border px-4 text-sm ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf'
const CHOSEN = 'border-leaf bg-leaf-wash font-semibold text-leaf-strong forced-colors:border-3'
