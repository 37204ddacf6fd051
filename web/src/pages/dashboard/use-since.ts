import { episodeRoutes, type Device, type Episode } from '@greenhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'

const EPISODES = '20'

interface Since {
  /** Open episodes. One that closes changes their number. */
  readonly open: number
  /** Nothing is asked for while something is wrong. */
  readonly enabled: boolean
  readonly isInPlace: (episode: Episode) => boolean
  readonly devices: ReadonlyArray<Device & { readonly time: string | null }>
  /** The first reading of a household on its first day; milliseconds since 1970. */
  readonly first: number | undefined
}

/** Returns since when all is right: the end of the last episode, the first reading, or the start of the first device. */
export function useSince({ open, enabled, isInPlace, devices, first }: Since): {
  since: number | undefined
  isKnown: boolean
} {
  const { data, isError } = useQuery({
    queryKey: queryKeys.alerts.lastClosed(open),
    queryFn: ({ signal }) => call(episodeRoutes.list, { query: { state: 'closed', limit: EPISODES }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const ends = (data ?? []).filter(({ kind }) => kind !== 'due' && kind !== 'note').filter(isInPlace)
  const starts = devices.filter(({ time }) => time !== null).map(({ createdAt }) => Date.parse(createdAt))
  const last = Math.max(...ends.map(({ closedAt }) => Date.parse(closedAt ?? '') || 0))
  const since = last > 0 ? last : (first ?? Math.min(...starts))
  return {
    since: data && Number.isFinite(since) ? since : undefined,
    isKnown: !enabled || isError || data !== undefined,
  }
}
