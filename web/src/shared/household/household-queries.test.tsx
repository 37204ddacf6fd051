import { householdRoles, type Household, type HouseholdRole } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../query-keys.ts'
import { aHousehold, aSharedHousehold } from './household.fixture.ts'
import { useHousehold, useMay } from './household-queries.ts'

const OWN = aHousehold()
const SHARED = aSharedHousehold('carer', { householdId: '0190a1b2-0000-4000-8000-0000000000f2', name: 'Allotment' })

function inHouseholds<T>(households: readonly Household[] | undefined, hook: () => T): T {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  if (households) client.setQueryData(queryKeys.households, households)
  return renderHook(hook, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result.current
}

test.each([
  ['/plants', 'Asta’s garden'],
  [`/plants?household=${SHARED.householdId}`, 'Allotment'],
  ['/plants?household=0190a1b2-0000-4000-8000-0000000000f9', 'Asta’s garden'],
  ['/plants?household=all', 'Asta’s garden'],
])('the address %s shows the household %s', (path, name) => {
  window.history.replaceState(null, '', path)
  expect(inHouseholds([OWN, SHARED], useHousehold)?.name).toBe(name)
})

test.each<[HouseholdRole, HouseholdRole[]]>([
  ['viewer', ['viewer']],
  ['carer', ['viewer', 'carer']],
  ['gardener', ['viewer', 'carer', 'gardener']],
  ['owner', ['viewer', 'carer', 'gardener', 'owner']],
])('a %s may do what needs at least: %s', (role, allowed) => {
  const households = [aHousehold({ role })]
  expect(householdRoles.filter((least) => inHouseholds(households, () => useMay(least)))).toEqual(allowed)
})

test.each([
  ['before the household is loaded', undefined],
  ['in no household', []],
])('allows everything %s', (_when, households) => {
  expect(inHouseholds(households, () => useMay('owner'))).toBe(true)
})
