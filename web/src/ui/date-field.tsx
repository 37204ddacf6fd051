import { Calendar } from 'lucide-react'
import { useId, useRef, useState, type FocusEvent } from 'react'
import { flushSync } from 'react-dom'
import { toCalendarDate } from '../lib/dates.ts'
import { parseTypedDate, separateTypedDate, showTypedDate, typedDatePlaceholder } from '../lib/typed-date.ts'
import { controlClass, describedBy, Field, type FieldProps } from './field.tsx'

interface DateFieldProps extends Omit<FieldProps, 'id' | 'children'> {
  name?: string
  /** `2026-11-20`, or the typed text while it is no date. */
  value: string
  onChange: (value: string) => void
  onBlur?: ((event: FocusEvent) => void) | undefined
  /** Excludes future dates, so that two-digit years may belong to the last century. */
  isPast?: boolean
  autoComplete?: string
}

/** Uses the current format: the native field uses the order of the browser's language, which may differ. */
export function DateField({ value, onChange, onBlur, isPast, name, autoComplete = 'off', ...field }: DateFieldProps) {
  const { label, error, hint } = field
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const shown = typed?.value === value ? typed.text : showTypedDate(value)

  return (
    <Field {...field} id={id}>
      <span className="relative block">
        <input
          id={id}
          name={name}
          inputMode="numeric"
          placeholder={typedDatePlaceholder()}
          autoComplete={autoComplete}
          value={shown}
          onChange={({ target }) => {
            const text = separateTypedDate(shown, target.value)
            const date = parseTypedDate(text, isPast ? toCalendarDate(Date.now()) : undefined) ?? text
            setTyped({ text, value: date })
            onChange(date)
          }}
          onBlur={(event) => {
            setTyped(undefined)
            onBlur?.(event)
          }}
          className={controlClass(error, 'pe-11')}
          {...describedBy(id, error, hint)}
        />
        <CalendarButton
          label={label}
          date={parseTypedDate(value) ?? ''}
          onPick={(date) => {
            setTyped(undefined)
            onChange(date)
          }}
        />
      </span>
    </Field>
  )
}

/** Opens the browser's calendar. Its input is rendered on first use, because it consists of dozens of elements. */
function CalendarButton({ label, date, onPick }: { label: string; date: string; onPick: (date: string) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)

  function open() {
    // A browser opens its calendar only while it handles the click.
    flushSync(() => setUsed(true))
    picker.current?.showPicker()
  }

  return (
    <>
      <button
        type="button"
        aria-label={`Choose ${label}`}
        onClick={open}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink"
      >
        <Calendar aria-hidden className="size-4.5" />
      </button>
      {isUsed && (
        <input
          ref={picker}
          type="date"
          aria-hidden
          tabIndex={-1}
          value={date}
          onChange={({ target }) => onPick(target.value)}
          className="pointer-events-none absolute inset-x-0 bottom-0 h-px opacity-0"
        />
      )}
    </>
  )
}
