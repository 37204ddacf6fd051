import { formatClock, formatWeekday } from '../lib/format.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useNow } from '../lib/use-now.ts'

const BLANK = '\u00a0'

/** Renders `Fri 20 Nov 09.41.08`; blank in prerendered pages. */
export function Clock() {
  const now = useNow()
  const isKnown = useHydrated()
  return (
    <time
      dateTime={isKnown ? new Date(now).toISOString() : undefined}
      className="flex flex-col text-xs leading-tight whitespace-nowrap sm:text-sm xl:flex-row xl:gap-2"
    >
      <span className="text-ink-soft max-[22rem]:hidden">{isKnown ? formatWeekday(now) : BLANK}</span>
      <span className="font-medium">{isKnown ? formatClock(now) : BLANK}</span>
    </time>
  )
}
