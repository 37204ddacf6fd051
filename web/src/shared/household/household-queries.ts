import { householdRoutes, mayAs, type Household, type HouseholdMember, type HouseholdRole } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { call } from '../../lib/call.ts'
import { householdIn } from '../../lib/household-address.ts'
import { queryKeys } from '../query-keys.ts'

/** The default household first. Changes arrive on the live connection. */
export const householdList = queryOptions({
  queryKey: queryKeys.households,
  queryFn: ({ signal }) => call(householdRoutes.list, { signal }),
  staleTime: Infinity,
})

/** Returns the household on the screen; undefined until it is loaded, and for a person in none. */
export function useHousehold(): Household | undefined {
  const { data: households = [] } = useQuery(householdList)
  return householdAt(useSearch(), households)
}

/** Returns the household that an address shows. */
export function householdAt(search: string, households: readonly Household[]): Household | undefined {
  const id = householdIn(search)
  return households.find(({ householdId }) => householdId === id) ?? households[0]
}

/** Returns false while the household is loaded: a note for viewers may follow, and would move what is below it. */
export function useRoleKnown(): boolean {
  return !useQuery(householdList).isLoading
}

/** Returns the person to ask for a change. */
export function longestOwner({ people }: Household): HouseholdMember | undefined {
  const owners = people.filter(({ role }) => role === 'owner')
  return owners.toSorted((one, other) => one.joinedAt.localeCompare(other.joinedAt))[0]
}

/**
 * Returns whether the person may do what needs at least this role. True until the household is loaded, and in none: the
 * first thing of a person founds one.
 */
export function useMay(least: HouseholdRole): boolean {
  const household = useHousehold()
  return household === undefined || mayAs(household.role, least)
}
