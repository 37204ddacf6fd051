import { ChevronsUpDown } from 'lucide-react'
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { classes } from '../lib/classes.ts'
import { controlClass, describedBy, Field } from './field.tsx'
import { matchingOptions } from './matching-options.ts'

export interface ComboboxProps {
  label: string
  name: string
  /** The chosen option, '' while none is. */
  value: string
  onChange: (value: string) => void
  onBlur?: ((event: FocusEvent) => void) | undefined
  options: readonly string[]
  error?: string | undefined
  autoComplete?: string
}

/** A field that narrows a list while one types; only what is on the list can be chosen. */
export function Combobox({ label, name, value, onChange, onBlur, options, error, autoComplete }: ComboboxProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const shown = typed === undefined ? options : matchingOptions(options, typed)

  function point(index: number) {
    setAt(index)
    list.current?.children[index]?.scrollIntoView?.({ block: 'nearest' })
  }

  function type(text: string) {
    setTyped(text)
    setOpen(true)
    setAt(text === '' ? -1 : 0)
    // What the browser fills in, or somebody types to the end, is a choice.
    const exact = options.find((option) => option.toLowerCase() === text.trim().toLowerCase())
    onChange(exact ?? '')
  }

  function choose(option: string) {
    onChange(option)
    close()
  }

  function close() {
    setTyped(undefined)
    setOpen(false)
    setAt(-1)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const marked = shown[at]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) setOpen(true)
      point(open || at >= 0 ? (at + step + shown.length) % Math.max(shown.length, 1) : startAt(shown, value))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (marked !== undefined) choose(marked)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    }
  }

  function leave(event: FocusEvent) {
    const marked = shown[at]
    if (typed && value === '' && marked !== undefined) onChange(marked)
    close()
    onBlur?.(event)
  }

  return (
    <Field id={id} label={label} error={error}>
      <span className="relative block">
        <input
          id={id}
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
          autoComplete={autoComplete}
          value={typed ?? value}
          onChange={(event) => type(event.target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onBlur={leave}
          className={controlClass(error, 'pe-10')}
          {...describedBy(id, error, undefined)}
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-soft"
        />
        {/* A native select can't be searched; this is the combobox of the ARIA practices, whose options are never focused. */}
        {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          hidden={!open}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-dialog"
        >
          {open &&
            shown.map((option, index) => (
              <div
                key={option}
                id={`${id}-${index}`}
                role="option"
                aria-selected={option === value}
                // The field keeps the focus; a press chooses before it could be lost.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(option)
                }}
                className={classes(
                  'flex min-h-10 cursor-pointer items-center rounded-small px-2.5 hover:bg-sunken max-sm:min-h-11',
                  index === at && 'bg-leaf-wash text-leaf-strong forced-colors:outline-2',
                  option === value && 'font-semibold',
                )}
              >
                {option}
              </div>
            ))}
          {open && shown.length === 0 && <p className="px-2.5 py-2 text-ink-soft">No match</p>}
        </div>
        {/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
      </span>
    </Field>
  )
}

function startAt(shown: readonly string[], value: string): number {
  return Math.max(shown.indexOf(value), 0)
}
