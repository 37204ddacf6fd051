import { episodeRoutes } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as calls from '../../lib/call.ts'
import { anEpisode } from './episode.fixture.ts'
import { applyEpisodes } from './episode-cache.ts'
import { useMute } from './episode-mutations.ts'
import { openEpisodes } from './episode-queries.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a late reply does not undo a change by another browser', async () => {
  const episode = anEpisode()
  const client = new QueryClient()
  client.setQueryData(openEpisodes.queryKey, [episode])
  const reply = Promise.withResolvers<unknown>()
  const called = vi.spyOn(calls, 'call').mockReturnValue(reply.promise)
  const { result } = renderHook(() => useMute(episode.episodeId), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await act(async () => {
    const muted = result.current.mutateAsync(true)
    await vi.waitFor(() => expect(called.mock.calls[0]?.[0]).toBe(episodeRoutes.mute))
    const acknowledged = { ...episode, acknowledgedAt: '2026-11-20T09:50:00.000Z', acknowledgedBy: 'Mia' }
    applyEpisodes(client, [acknowledged])
    reply.resolve({ ...episode, mutedUntil: '2026-11-20T11:50:00.000Z' })
    await muted
  })
  expect(client.getQueryData(openEpisodes.queryKey)).toMatchObject([
    { acknowledgedBy: 'Mia', mutedUntil: '2026-11-20T11:50:00.000Z' },
  ])
})
