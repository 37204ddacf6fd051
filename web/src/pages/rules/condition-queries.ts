import { conditionRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'

export const plantConditionList = queryOptions({
  queryKey: queryKeys.conditions.ofPlants,
  queryFn: ({ signal }) => call(conditionRoutes.plants, { query: {}, signal }),
})
