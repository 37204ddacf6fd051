import type { Household, HouseholdRole } from '@greenhouse/contract'
import { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'

/** By default owned by the reader, who is alone in it. */
export function aHousehold(more: Partial<Household> = {}): Household {
  const { role = 'owner' } = more
  return {
    householdId: '0190a1b2-0000-4000-8000-0000000000f1',
    name: 'Asta’s garden',
    timeZone: 'Europe/Copenhagen',
    remindAt: '08:00',
    morningNote: false,
    role,
    people: [aMember({ role })],
    counts: { places: 0, devices: 0, plants: 0 },
    ...more,
  }
}

/** Asta's garden, in which the reader is Alex. */
export function aSharedHousehold(role: HouseholdRole, more: Partial<Household> = {}): Household {
  return aHousehold({ role, people: [aMember(), aMember({ userId: ALEX, name: 'Alex', role })], ...more })
}

/** A query client in which the reader has this role in the only household. */
export function clientAs(role: HouseholdRole): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(queryKeys.households, [role === 'owner' ? aHousehold() : aSharedHousehold(role)])
  return client
}

export const ALEX = '0190a1b2-0000-4000-8000-0000000000a2'

export function aMember(more: Partial<Household['people'][number]> = {}): Household['people'][number] {
  return {
    userId: '0190a1b2-0000-4000-8000-0000000000a1',
    name: 'Asta',
    role: 'owner',
    tells: true,
    joinedAt: '2026-03-01T08:00:00.000Z',
    ...more,
  }
}
