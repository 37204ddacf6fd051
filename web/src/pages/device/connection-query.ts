import { connectionRoutes, MINUTE_MS } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'

/** Polled every minute, because no message reports changes. */
export function connectionQuery(deviceId: string) {
  return queryOptions({
    queryKey: queryKeys.connections.of(deviceId),
    queryFn: ({ signal }) => call(connectionRoutes.get, { params: { deviceId }, signal }),
    refetchInterval: MINUTE_MS,
  })
}
