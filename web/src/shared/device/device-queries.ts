import { deviceRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const deviceList = queryOptions({
  queryKey: queryKeys.devices,
  queryFn: ({ signal }) => call(deviceRoutes.list, { signal }),
})
