import { userRoutes, type User } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: ({ signal }) => call(userRoutes.get, { signal }),
  staleTime: Infinity,
  // The link that confirms the address opens in another tab or browser.
  refetchOnWindowFocus: ({ state }) => (state.data?.emailConfirmed === false ? 'always' : false),
})

export function useUser(): User | undefined {
  return useQuery(userQuery).data
}
