import type { Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { newestEpisodes, openEpisodes } from '../shared/episode/episode-queries.ts'
import { onSeen, seenUntil } from '../shared/episode/seen.ts'

interface AlertMark {
  /** Open and unacknowledged. Plants that are due count as tasks, not alerts. */
  readonly unanswered: number
  /** Unseen in this browser. */
  readonly hasUnseenClosed: boolean
}

type Answered = Pick<Episode, 'kind' | 'acknowledgedAt'>
type Known = Pick<Episode, 'knownAt' | 'closedAt'>

/** @param seen time up to which this browser has seen all alerts, ISO 8601 */
export function alertMark(open: readonly Answered[], newest: readonly Known[], seen: string | null): AlertMark {
  return {
    unanswered: open.filter(({ kind, acknowledgedAt }) => kind !== 'due' && acknowledgedAt === null).length,
    hasUnseenClosed: newest.some(({ closedAt, knownAt }) => closedAt !== null && knownAt > (seen ?? '')),
  }
}

export function useAlertMark(): AlertMark {
  const { data: open = [] } = useQuery(openEpisodes)
  const { data: newest = [] } = useQuery(newestEpisodes)
  return alertMark(open, newest, useSyncExternalStore(onSeen, seenUntil, seenUntil))
}
