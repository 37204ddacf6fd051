import { classes } from '../lib/classes.ts'

interface ToggleProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

export function Toggle({ label, checked, onChange, disabled = false, className }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={classes('inline-flex min-h-11 items-center gap-2.5 rounded-control font-medium', className)}
    >
      <Track on={checked} />
      {label}
    </button>
  )
}

/** Draws a switch; the control around it has the state. */
export function Track({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'flex h-6 w-10 shrink-0 items-center rounded-pill border p-0.5 transition-colors',
        on ? 'border-leaf bg-leaf forced-colors:bg-[Highlight]' : 'border-line-strong bg-sunken',
      )}
    >
      <span
        className={classes(
          'size-4.5 rounded-pill transition-transform forced-colors:bg-[ButtonText]',
          on ? 'translate-x-4 bg-on-leaf' : 'bg-line-strong',
        )}
      />
    </span>
  )
}
