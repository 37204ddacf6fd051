import { ClientError } from '@greenhouse/contract'
import { QueryClient } from '@tanstack/react-query'

const RETRIES = 2

/** Retries only failures that may pass within seconds: no response, or an overloaded server. */
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
      // A mutation paused while offline would look like a successful save.
      mutations: { networkMode: 'always' },
    },
  })
}
