import { Search } from 'lucide-react'
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { controlClass, describedBy, Field, type FieldProps } from './field.tsx'

interface ComboboxProps<T> {
  label: string
  listLabel: string
  typed: string
  onType: (typed: string) => void
  /** Undefined until loaded, which keeps the list closed. */
  found: readonly T[] | undefined
  keyOf: (option: T) => string
  show: (option: T) => ReactNode
  nothing: string
  failure?: string | undefined
  onChoose: (option: T) => void
  className?: string
  /** Makes it a field of a form that takes any text: Enter chooses only what an arrow key has reached. */
  field?: Pick<FieldProps, 'error' | 'hint'> & Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'onFocus'>
}

/** Arrow keys and Enter choose, Escape closes. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { label, listLabel, typed, found, onChoose, className, field } = props
  const id = useId()
  const { index, isShown, type, press, leave } = useOptions(props)
  const input = (
    <input
      id={id}
      type={field ? 'text' : 'search'}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isShown}
      aria-controls={`${id}-list`}
      aria-activedescendant={isShown && found?.[index] !== undefined ? `${id}-${index}` : undefined}
      autoComplete="off"
      placeholder={field ? undefined : label}
      name={field?.name}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onKeyDown={press}
      onFocus={field?.onFocus}
      onBlur={(event) => {
        leave()
        field?.onBlur?.(event)
      }}
      {...describedBy(id, field?.error, field?.hint)}
      className={controlClass(field?.error, field ? undefined : 'ps-10')}
    />
  )
  const choose = (option: T) => {
    leave()
    onChoose(option)
  }
  const options = <Options {...props} id={id} listLabel={listLabel} index={index} isShown={isShown} onChoose={choose} />
  if (field)
    return (
      <Field id={id} label={label} error={field.error} hint={field.hint} className={className}>
        <div className="relative">
          {input}
          {options}
        </div>
      </Field>
    )
  return (
    <search className={classes('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3.5 size-4 text-ink-soft" />
      {input}
      {options}
    </search>
  )
}

/** The list of a combobox: whether it is shown, and the option that the arrow keys have reached, -1 for none. */
function useOptions<T>({ onType, found, failure, onChoose, field }: ComboboxProps<T>) {
  const first = field ? -1 : 0
  const [open, setOpen] = useState(false)
  const [index, setIndex] = useState(first)
  const isShown = open && (found !== undefined || failure !== undefined)

  function type(text: string) {
    onType(text)
    setOpen(true)
    setIndex(first)
  }

  function press(event: KeyboardEvent) {
    const count = found?.length ?? 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setOpen(true)
      setIndex(index < 0 && step < 0 ? count - 1 : (index + step + count) % count)
    } else if (event.key === 'Enter' && isShown) {
      const option = found?.[index]
      if (!field || option !== undefined) event.preventDefault()
      if (option === undefined) return
      setOpen(false)
      onChoose(option)
    } else if (event.key === 'Escape' && isShown) {
      // A dialog around the field stays open.
      if (field) event.preventDefault()
      setOpen(false)
    }
  }

  return { index, isShown, type, press, leave: () => setOpen(false) }
}

interface OptionsProps<T> extends Pick<
  ComboboxProps<T>,
  'found' | 'keyOf' | 'show' | 'nothing' | 'failure' | 'onChoose'
> {
  id: string
  listLabel: string
  index: number
  isShown: boolean
}

function Options<T>(props: OptionsProps<T>) {
  const { id, listLabel, index, isShown, found, keyOf, show, nothing, failure, onChoose } = props
  const message = failure ?? (found?.length === 0 ? nothing : undefined)
  return (
    <div
      className={classes(
        isShown &&
          'absolute inset-x-0 top-full z-20 mt-1 rounded-control border border-line bg-surface p-1 shadow-dialog',
      )}
    >
      {/* A combobox of the ARIA practices: options are never focused. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
      <div id={`${id}-list`} role="listbox" aria-label={listLabel} hidden={!isShown || message !== undefined}>
        {found?.map((option, position) => (
          <div
            key={keyOf(option)}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === index}
            // The field keeps the focus: a press chooses before the focus could move.
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(option)
            }}
            className={classes(
              'grid min-h-11 cursor-pointer content-center rounded-small px-2.5 py-1 hover:bg-sunken',
              position === index && 'bg-leaf-wash text-leaf-strong',
            )}
          >
            {show(option)}
          </div>
        ))}
      </div>
      {/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus */}
      <output className={isShown && message !== undefined ? 'block px-2.5 py-2 text-ink-soft' : 'sr-only'}>
        {isShown && message}
      </output>
    </div>
  )
}
