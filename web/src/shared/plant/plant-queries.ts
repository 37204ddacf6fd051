import { plantRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const plantList = queryOptions({
  queryKey: queryKeys.plants,
  queryFn: ({ signal }) => call(plantRoutes.list, { query: {}, signal }),
})
