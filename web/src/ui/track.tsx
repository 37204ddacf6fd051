import { classes } from '../lib/classes.ts'

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
