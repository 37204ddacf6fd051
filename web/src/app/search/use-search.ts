import { SEARCH_MAX, SEARCH_MIN, SEARCH_WORDS_MAX, searchRoutes } from '@greenhouse/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureMessage, isUnreachable } from '../../lib/failure-message.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import type { FindGroup } from './find.ts'
import { groupsOf } from './find-groups.ts'
import { searchKnown } from './known-finds.ts'

const PAUSE_MS = 150

interface Searched {
  /** The searched text; '' while too little is typed. */
  readonly q: string
  /** Undefined until there are any. */
  readonly groups: readonly FindGroup[] | undefined
  readonly failure: string | undefined
  /** Whether only what this browser knows was searched. */
  readonly isOffline: boolean
}

export function useSearch(typed: string): Searched {
  const client = useQueryClient()
  const tree = usePlaceTree()
  const q = useDebounced(searched(typed), PAUSE_MS)
  const { data, error } = useQuery({
    queryKey: queryKeys.search(q),
    queryFn: ({ signal }) => call(searchRoutes.find, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isOffline = isUnreachable(error)
  const reply = isOffline ? searchKnown(client, q) : data
  return {
    q,
    groups: q === '' || !reply ? undefined : groupsOf(reply, tree),
    failure: error && !isOffline ? failureMessage(error) : undefined,
    isOffline: q !== '' && isOffline,
  }
}

/** Returns the part of a text that the server searches; '' when it is too short. */
export function searched(typed: string): string {
  const words = typed.trim().slice(0, SEARCH_MAX).split(/\s+/)
  const q = words.slice(0, SEARCH_WORDS_MAX).join(' ')
  return q.length < SEARCH_MIN ? '' : q
}
