import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'

export interface FieldProps {
  /** Of the control; ids of its texts derive from it. */
  id: string
  label: string
  error?: string | undefined
  hint?: ReactNode
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export function Field({ id, label, error, hint, hideLabel, className, children }: FieldProps) {
  const message = error?.trim()
  return (
    <div className={classes('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children}
      {message ? (
        <p id={`${id}-text`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-text`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** Links a control to its texts. An error of a single space marks the field without a text. */
export function describedBy(id: string, error: string | undefined, hint: ReactNode) {
  const text = error?.trim() || hint !== undefined
  return {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': text ? `${id}-text` : undefined,
  }
}

export function controlClass(error: string | undefined, className?: string): string {
  return classes(
    'w-full min-h-11 rounded-control border bg-surface px-3 text-md text-ink disabled:opacity-60',
    error ? 'border-danger ring-1 ring-danger' : 'border-line-strong',
    className,
  )
}
