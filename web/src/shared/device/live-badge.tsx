import { classes } from '../../lib/classes.ts'
import { formatAge, formatDateTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { StateSign } from '../liveness/state-sign.tsx'
import { livenessOf } from '../liveness/liveness.ts'

interface LiveBadgeProps {
  /** Of the newest reading, ISO 8601. */
  time: string | null
  intervalSeconds: number
  className?: string
}

/** Shows "Live, 8 seconds ago", late after 3 intervals, silent after 10. Updates every second. */
export function LiveBadge({ time, intervalSeconds, className }: LiveBadgeProps) {
  const now = useNow()
  const { liveness, words } = describe(time, intervalSeconds, now)
  return (
    <span className={classes('inline-flex items-center gap-2 text-sm text-ink-soft', className)}>
      <StateSign state={liveness} />
      {words}
    </span>
  )
}

function describe(time: string | null, intervalSeconds: number, now: number) {
  if (time === null) return { liveness: 'waiting' as const, words: 'No readings yet' }
  const age = Math.max(now - Date.parse(time), 0)
  const liveness = livenessOf(age, intervalSeconds)
  const words = {
    live: `Live, ${formatAge(age)}`,
    late: `Late, last reading ${formatAge(age)}`,
    silent: `Silent since ${formatDateTime(time)}`,
  }
  return { liveness, words: words[liveness] }
}
