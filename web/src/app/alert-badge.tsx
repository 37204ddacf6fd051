import { countTogether, type Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { newestEpisodes, openEpisodes } from '../shared/episode/episode-queries.ts'
import { onSeen, seenUntil } from '../shared/episode/seen.ts'

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

interface AlertMark {
  /** Open and unacknowledged; devices silent together count once. Plants that are due count as tasks, not alerts. */
  readonly unanswered: number
  readonly hasUnseenClosed: boolean
}

type Answered = Pick<Episode, 'kind' | 'openedAt' | 'acknowledgedAt'>
type Known = Pick<Episode, 'knownAt' | 'closedAt'>

/** @param seen time up to which this browser has seen all alerts, ISO 8601 */
export function alertMark(open: readonly Answered[], newest: readonly Known[], seen: string | null): AlertMark {
  return {
    unanswered: countTogether(open.filter(({ kind, acknowledgedAt }) => kind !== 'due' && acknowledgedAt === null)),
    hasUnseenClosed: newest.some(({ closedAt, knownAt }) => closedAt !== null && knownAt > (seen ?? '')),
  }
}

export function useAlertMark(): AlertMark {
  const { data: open = [] } = useQuery(openEpisodes)
  const { data: newest = [] } = useQuery(newestEpisodes)
  return alertMark(open, newest, useSyncExternalStore(onSeen, seenUntil, seenUntil))
}
