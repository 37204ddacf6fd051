import { classes } from '../lib/classes.ts'
import { initialsOf } from '../lib/initials.ts'

/** Decorative: the name is beside it. */
export function Initials({ name, className = 'size-9 text-sm' }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid shrink-0 place-items-center rounded-pill bg-leaf-wash font-semibold text-leaf-strong',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
