import { Search } from 'lucide-react'
import { useId } from 'react'
import { controlClass } from './field.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const id = useId()
  return (
    <search className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="relative block">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft" />
        <input
          id={id}
          type="search"
          value={value}
          placeholder={label}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={controlClass(undefined, 'ps-10')}
        />
      </span>
    </search>
  )
}
