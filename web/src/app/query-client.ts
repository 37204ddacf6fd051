import { ClientError } from '@greenhouse/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { keepPersisted } from './persisted-queries.ts'
import { householdAt, householdList, longestOwner } from '../shared/household/household-queries.ts'
import { isPersonal, outdatedBy, refetchOutdated } from '../shared/query-keys.ts'

const RETRIES = 2
const REFUSED = new Set(['household.not-found', 'household.role'])

/** Retries only failures that may pass within seconds: no response, or an overloaded server. */
export function newQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: refetchHouseholds }),
    mutationCache: new MutationCache({
      onError(error) {
        refetchHouseholds(error)
        nameOwner(error)
      },
      onSuccess() {
        // The first thing of a person in no household founds one.
        if (client.getQueryData(householdList.queryKey)?.length === 0)
          void refetchOutdated(client, outdatedBy.household)
      },
    }),
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
  keepPersisted(client)
  return client

  /** The reply does not know whom the person may ask. */
  function nameOwner(error: Error) {
    if (!(error instanceof ClientError) || error.code !== 'household.role') return
    const household = householdAt(window.location.search, client.getQueryData(householdList.queryKey) ?? [])
    const owner = household && longestOwner(household)
    if (owner) error.message = `${error.message} Ask ${owner.name}.`
  }

  /** A refusal may be the first sign of a removal or another role. */
  function refetchHouseholds(error: Error) {
    if (error instanceof ClientError && REFUSED.has(error.code)) void refetchOutdated(client, outdatedBy.household)
  }
}

/** Returns a client for another household, with the queries about the person. */
export function clientForNext(before: QueryClient): QueryClient {
  const client = newQueryClient()
  for (const { queryKey, state } of before.getQueryCache().getAll()) {
    if (state.data === undefined || !isPersonal(queryKey)) continue
    client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
    if (state.isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  return client
}
