import { UNSEEN_MAX } from '../features/alerts/alert-queries.ts'
import { useUnseenAlerts } from '../features/alerts/unseen.ts'

/** How many alerts nobody has looked at yet; nothing when all were seen. */
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
