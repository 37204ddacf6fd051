import { ClientError } from '@greenhouse/contract'
import { QueryClient } from '@tanstack/react-query'

const RETRIES = 2

/**
 * The cache of one signed-in person. Only failures that may pass within seconds are retried: no response, or an overloaded
 * server.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < RETRIES &&
          error instanceof ClientError &&
          (error.status === 0 || (error.status === 503 && error.code !== 'weather.away')),
      },
      // A save that waits for the network would look like a save that worked.
      mutations: { networkMode: 'always' },
    },
  })
}
