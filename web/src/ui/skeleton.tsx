import { classes } from '../lib/classes.ts'

/** Keeps the room of what is loading; give it the size of what will stand there (`h-6 w-40`). Silent to readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('skeleton block bg-line/70', className)} />
}

/** Says to readers that something is loading; the eye sees skeletons. */
export function Loading({ label = 'Loading…' }: { label?: string }) {
  return <output className="sr-only">{label}</output>
}
