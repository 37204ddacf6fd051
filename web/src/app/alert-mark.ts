import type { Episode } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { newestEpisodes, openEpisodes } from '../shared/episode/episode-queries.ts'
import { onSeen, seenUntil } from '../shared/episode/seen.ts'

/** What the navigation says of alerts. */
interface AlertMark {
  /** How many are open that nobody has acknowledged. Plants that are due are tasks and do not count. */
  readonly unanswered: number
  /** Whether something is over that was not seen in this browser. */
  readonly hasUnseenClosed: boolean
}

type Answered = Pick<Episode, 'kind' | 'acknowledgedAt'>
type Known = Pick<Episode, 'knownAt' | 'closedAt'>

/** @param seen until when everything was seen, ISO 8601; null when nothing was */
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
