import type { Episode } from '@greenhouse/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { newestEpisodes, UNSEEN_MAX } from './episode-queries.ts'
import { onSeen, seenUntil, setSeenUntil } from './seen.ts'

type Known = Pick<Episode, 'knownAt'>

/** How many became known after an instant, ISO 8601, however old their values are; all of them without it. */
export function unseenCount(episodes: readonly Known[], seen: string | null): number {
  return episodes.filter(({ knownAt }) => knownAt > (seen ?? '')).length
}

/** The number of alerts that were not seen in this browser, and how to mark all as seen. */
export function useUnseenAlerts(): { count: number; markSeen: () => void } {
  const client = useQueryClient()
  const { data: newest = [] } = useQuery(newestEpisodes)
  const seen = useSyncExternalStore(onSeen, seenUntil, seenUntil)
  const last = newest.reduce((latest, { knownAt }) => (knownAt > latest ? knownAt : latest), '')
  const isFull = newest.length >= UNSEEN_MAX
  const markSeen = useCallback(() => {
    if (last <= (seenUntil() ?? '')) return
    setSeenUntil(last)
    // There may be more than were fetched.
    if (isFull) void client.invalidateQueries(newestEpisodes)
  }, [client, last, isFull])
  return { count: unseenCount(newest, seen), markSeen }
}
