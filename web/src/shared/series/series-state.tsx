import { formatShortAge } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { StateSign, type SeriesState } from '../liveness/state-sign.tsx'
import { classes } from '../../lib/classes.ts'

interface SeriesStateSignProps {
  state: SeriesState
  time: number | undefined
  className?: string
}

/** Shows a dot and `12 s`. Hidden from screen readers, which read the link. */
export function SeriesStateSign({ state, time, className }: SeriesStateSignProps) {
  const now = useNow()
  return (
    <span
      aria-hidden
      className={classes(
        'flex shrink-0 items-center gap-1 text-xs whitespace-nowrap max-sm:gap-0.5',
        state === 'late' ? 'text-sun-ink' : 'text-ink-soft',
        className,
      )}
    >
      <StateSign state={state} />
      {time === undefined ? 'none yet' : formatShortAge(now - time)}
    </span>
  )
}
