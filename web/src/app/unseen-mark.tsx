import { UNSEEN_MAX } from '../features/alerts/episode-queries.ts'
import { useUnseenAlerts } from '../features/alerts/unseen.ts'

/** The number of unseen alerts; renders nothing when there are none. */
export function UnseenMark() {
  const { count } = useUnseenAlerts()
  if (count === 0) return undefined
  const words = count < UNSEEN_MAX ? String(count) : `${UNSEEN_MAX}+`
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-pill bg-danger px-1.5 text-xs font-semibold text-surface">
      <span aria-hidden>{words}</span>
      <span className="sr-only">{words} new</span>
    </span>
  )
}
