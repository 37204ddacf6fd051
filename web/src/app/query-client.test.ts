import { ClientError } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { aHousehold, aSharedHousehold } from '../shared/household/household.fixture.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { clientForNext, newQueryClient } from './query-client.ts'

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

test.each([
  ['household.not-found', true],
  ['household.role', true],
  ['plant.not-found', false],
])('a refusal with %s makes the list of households outdated: %s', async (code, isOutdated) => {
  const client = newQueryClient()
  client.setQueryData(queryKeys.households, [aHousehold()])
  const queryFn = () => Promise.reject(new ClientError('No', 404, { code }))
  await client.fetchQuery({ queryKey: ['part'], queryFn }).catch(() => undefined)
  expect(client.getQueryState(queryKeys.households)?.isInvalidated).toBe(isOutdated)
})

test.each([
  ['in no household', [], true],
  ['in a household', [aHousehold()], false],
])('a change by a person %s makes the list of households outdated: %s', async (_who, households, isOutdated) => {
  const client = newQueryClient()
  client.setQueryData(queryKeys.households, households)
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.resolve() })
  await mutation.execute(undefined)
  expect(client.getQueryState(queryKeys.households)?.isInvalidated).toBe(isOutdated)
})

test('the client of another household begins with what is about the person', () => {
  const before = newQueryClient()
  before.setQueryData(queryKeys.households, [aHousehold()])
  before.setQueryData(queryKeys.plants, ['Basil'])
  const client = clientForNext(before)
  expect(client.getQueryData(queryKeys.households)).toEqual([aHousehold()])
  expect(client.getQueryData(queryKeys.plants)).toBeUndefined()
})

test('a refusal for the role names the owner to ask', async () => {
  const client = newQueryClient()
  client.setQueryData(queryKeys.households, [aSharedHousehold('viewer')])
  const refused = new ClientError('You can look at this household, not change it.', 403, { code: 'household.role' })
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(refused) })
  await expect(mutation.execute(undefined)).rejects.toThrow('not change it. Ask Asta.')
})
