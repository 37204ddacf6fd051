import { ChevronsUpDown } from 'lucide-react'
import { useId, type ChangeEvent, type ComponentProps, type FocusEvent, type ReactNode } from 'react'
import { controlClass, describedBy, Field } from './field.tsx'

interface SelectFieldProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'onBlur' | 'id'
> {
  label: string
  value: Value
  onChange: (value: NoInfer<Value>) => void
  onBlur?: ((event: FocusEvent) => void) | undefined
  options: ReadonlyArray<{ value: Value; label: string }>
  error?: string | undefined
  hint?: ReactNode
  hideLabel?: boolean
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, onChange, options, error, hint, hideLabel, className, ...select } = props
  const id = useId()

  function choose({ target }: ChangeEvent<HTMLSelectElement>) {
    const chosen = options[target.selectedIndex]
    if (chosen) onChange(chosen.value)
  }

  return (
    <Field id={id} label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      <span className="relative block">
        <select
          {...select}
          {...describedBy(id, error, hint)}
          id={id}
          value={value}
          title={options.find((option) => option.value === value)?.label}
          onChange={choose}
          className={controlClass(error, 'appearance-none truncate pe-10')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-soft"
        />
      </span>
    </Field>
  )
}
