import { classes } from '../lib/classes.ts'
import { Track } from './track.tsx'

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
