import { formatClock, formatWeekday } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

/** `fre. 20. nov. 09.41.08`, each second. */
export function Clock() {
  const now = useNow()
  return (
    <time
      dateTime={new Date(now).toISOString()}
      className="flex flex-col text-xs leading-tight whitespace-nowrap sm:text-sm xl:flex-row xl:gap-2"
    >
      <span className="text-ink-soft max-[22rem]:hidden">{formatWeekday(now)}</span>
      <span className="font-medium">{formatClock(now)}</span>
    </time>
  )
}
