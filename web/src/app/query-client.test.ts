import { ClientError } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { newQueryClient } from './query-client.ts'

test.each([
  [0, 'unreachable', 3],
  [503, 'server.overloaded', 3],
  [503, 'weather.away', 1],
  [429, 'weather.too-many', 1],
  [404, 'plant.not-found', 1],
])('a query refused with %i and %s is sent %i times', async (status, code, times) => {
  const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new ClientError('No', status, { code })))
  const query = newQueryClient().fetchQuery({ queryKey: ['part'], queryFn, retry: retryOf(), retryDelay: 0 })
  await expect(query).rejects.toMatchObject({ status })
  expect(queryFn).toHaveBeenCalledTimes(times)
})

/** Mounts a query: one that is only fetched is not retried. */
function retryOf() {
  const retry = newQueryClient().getDefaultOptions().queries?.retry
  return retry as (failures: number, error: Error) => boolean
}
