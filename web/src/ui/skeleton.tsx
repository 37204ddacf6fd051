import { classes } from '../lib/classes.ts'

/** Reserves space; `className` gives the size (`h-6 w-40`). Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('skeleton block bg-line/70', className)} />
}

export function Loading({ label = 'Loading…' }: { label?: string }) {
  return <output className="sr-only">{label}</output>
}
