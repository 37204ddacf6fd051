import { useAlertMark } from './alert-mark.ts'

const COUNTED_MAX = 99

/** Shows the number of unacknowledged open alerts, or a dot when an unseen alert has closed. */
export function AlertBadge() {
  const { unanswered, hasUnseenClosed } = useAlertMark()
  if (unanswered > 0) {
    const words = unanswered > COUNTED_MAX ? `${COUNTED_MAX}+` : String(unanswered)
    return (
      <span className="grid h-5 min-w-5 place-items-center rounded-pill bg-danger px-1.5 text-xs font-semibold text-surface forced-colors:border">
        <span aria-hidden>{words}</span>
        <span className="sr-only">, {words} open</span>
      </span>
    )
  }
  if (!hasUnseenClosed) return undefined
  return (
    <span className="grid h-5 place-items-center">
      <span className="block size-[7px] rounded-pill bg-ink-soft forced-colors:bg-[CanvasText]" />
      <span className="sr-only">, something closed since your last visit</span>
    </span>
  )
}
