import { CircleDashed, CircleSlash, ClockAlert } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import type { Liveness } from './liveness.ts'

export type SeriesState = Liveness | 'waiting'

/** Each state has its own shape; colour only repeats it. */
export function StateSign({ state, className }: { state: SeriesState; className?: string | undefined }) {
  if (state === 'live')
    return (
      <span aria-hidden className={classes('grid size-3.5 shrink-0 place-content-center', className)}>
        <span className="size-2 rounded-pill bg-ok forced-colors:bg-[CanvasText]" />
      </span>
    )
  const Icon = ICONS[state]
  return <Icon aria-hidden className={classes('size-3.5 shrink-0', state === 'late' && 'text-sun-ink', className)} />
}

const ICONS = { late: ClockAlert, silent: CircleSlash, waiting: CircleDashed } as const
