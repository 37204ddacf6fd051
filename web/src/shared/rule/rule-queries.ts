import { ruleRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const ruleList = queryOptions({
  queryKey: queryKeys.conditions.ofDevices,
  queryFn: ({ signal }) => call(ruleRoutes.list, { signal }),
})
