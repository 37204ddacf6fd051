import { ACKNOWLEDGED_AT_ONCE_MAX, episodeRoutes, HOUR_MS, type Episode } from '@greenhouse/contract'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { toast } from '../../ui/toast.ts'
import { queryKeys, refetchOutdated } from '../query-keys.ts'
import { applyEpisodes } from './episode-cache.ts'
import { openEpisodes } from './episode-queries.ts'

export const MUTE_HOURS = 2

export function useAcknowledge(episodeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (note?: string) =>
      call(episodeRoutes.acknowledge, { params: { episodeId }, body: note === undefined ? {} : { note } }),
    onSuccess: (answered) => applyAnswer(client, answered),
    onError: (error) => void toast.error(failureMessage(error)),
  })
}

/** Acknowledges many episodes with one note. */
export function useAcknowledgeMany() {
  return useChangeMany(({ episodeIds, note }: { episodeIds: readonly string[]; note?: string }) =>
    call(episodeRoutes.acknowledgeMany, {
      query: {},
      body: { episodeIds: [...episodeIds], ...(note === undefined ? {} : { note }) },
    }),
  )
}

/** Takes back the acknowledgements that this person made. */
export function useWithdrawMany() {
  return useChangeMany(({ episodeIds }: { episodeIds: readonly string[] }) =>
    call(episodeRoutes.withdrawMany, { query: {}, body: { episodeIds: [...episodeIds] } }),
  )
}

/** Sends as many ids at once as a call takes. */
function useChangeMany<Change extends { episodeIds: readonly string[] }>(send: (change: Change) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change) => {
      const { episodeIds } = change
      for (let done = 0; done < episodeIds.length; done += ACKNOWLEDGED_AT_ONCE_MAX)
        await send({ ...change, episodeIds: episodeIds.slice(done, done + ACKNOWLEDGED_AT_ONCE_MAX) })
    },
    onSettled: () => refetchOutdated(client, [queryKeys.alerts.open]),
    onError: (error) => void toast.error(failureMessage(error)),
  })
}

export function useWithdraw(episodeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(episodeRoutes.withdraw, { params: { episodeId } }),
    onSuccess: (answered) => applyAnswer(client, answered),
    onError: (error) => void toast.error(failureMessage(error)),
  })
}

function applyAnswer(client: QueryClient, answered: Episode): void {
  const { acknowledgedAt, acknowledgedBy, acknowledgedNote, ...episode } = answered
  applyEpisodes(client, [{ ...known(client, episode), acknowledgedAt, acknowledgedBy, acknowledgedNote }])
}

/** Mutes messages of an episode for two hours, or unmutes them. */
export function useMute(episodeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isMuted: boolean) => {
      const until = isMuted ? new Date(Date.now() + MUTE_HOURS * HOUR_MS).toISOString() : null
      return call(episodeRoutes.mute, { params: { episodeId }, body: { until } })
    },
    onSuccess: ({ mutedUntil, ...episode }) => applyEpisodes(client, [{ ...known(client, episode), mutedUntil }]),
    onError: (error) => void toast.error(failureMessage(error)),
  })
}

/** Returns the cached episode: live changes by others may have arrived before the reply. */
function known<Answered extends { episodeId: string }>(client: QueryClient, answered: Answered): Answered | Episode {
  return (
    client.getQueryData(openEpisodes.queryKey)?.find(({ episodeId }) => episodeId === answered.episodeId) ?? answered
  )
}
