import { episodeRoutes, HOUR_MS, type Episode } from '@greenhouse/contract'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { toast } from '../../ui/toast.ts'
import { applyEpisodes } from '../../shared/episode/episode-cache.ts'
import { openEpisodes } from '../../shared/episode/episode-queries.ts'

/** For so long an episode is muted. */
export const MUTE_HOURS = 2

/** Says that somebody knows of an episode. A refusal is said in a toast. */
export function useAcknowledge(episodeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(episodeRoutes.acknowledge, { params: { episodeId } }),
    onSuccess: ({ acknowledgedAt, acknowledgedBy, ...episode }) =>
      applyEpisodes(client, [{ ...known(client, episode), acknowledgedAt, acknowledgedBy }]),
    onError: (error) => void toast.error(sayFailure(error)),
  })
}

/** Stops the messages about an episode for two hours, or lets them through again. A refusal is said in a toast. */
export function useMute(episodeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isMuted: boolean) => {
      const until = isMuted ? new Date(Date.now() + MUTE_HOURS * HOUR_MS).toISOString() : null
      return call(episodeRoutes.mute, { params: { episodeId }, body: { until } })
    },
    onSuccess: ({ mutedUntil, ...episode }) => applyEpisodes(client, [{ ...known(client, episode), mutedUntil }]),
    onError: (error) => void toast.error(sayFailure(error)),
  })
}

/** Returns an episode as it is known: what others did to it may have come live before the reply to a change. */
function known<Answered extends { episodeId: string }>(client: QueryClient, answered: Answered): Answered | Episode {
  return (
    client.getQueryData(openEpisodes.queryKey)?.find(({ episodeId }) => episodeId === answered.episodeId) ?? answered
  )
}
