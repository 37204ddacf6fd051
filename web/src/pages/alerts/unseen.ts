import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { newestEpisodes, UNSEEN_MAX } from '../../shared/episode/episode-queries.ts'
import { seenUntil, setSeenUntil } from '../../shared/episode/seen.ts'

export function useMarkSeen(): () => void {
  const client = useQueryClient()
  const { data: newest = [] } = useQuery(newestEpisodes)
  const last = newest.reduce((latest, { knownAt }) => (knownAt > latest ? knownAt : latest), '')
  const isFull = newest.length >= UNSEEN_MAX
  return useCallback(() => {
    if (last <= (seenUntil() ?? '')) return
    setSeenUntil(last)
    // There may be more than were fetched.
    if (isFull) void client.invalidateQueries(newestEpisodes)
  }, [client, last, isFull])
}
