import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import type { Household } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { householdList } from '../../shared/household/household-queries.ts'
import { aHousehold, aMember, aSharedHousehold } from '../../shared/household/household.fixture.ts'
import { userQuery } from '../../shared/session/session-queries.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const ASTA = aMember()
const KIM = aMember({ userId: '0190a1b2-0000-4000-8000-0000000000a3', name: 'Kim', role: 'carer' })
const ALEX = aMember({ userId: '0190a1b2-0000-4000-8000-0000000000a4', name: 'Alex', role: 'viewer' })

function open(households: readonly Household[]) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(householdList.queryKey, [...households])
  client.setQueryData(userQuery.queryKey, {
    userId: ASTA.userId,
    firstName: 'Asta',
    lastName: 'Hansen',
    email: 'asta@example.org',
    birthday: null,
    country: null,
    role: 'user',
    emailConfirmed: true,
  })
  render(
    <QueryClientProvider client={client}>
      <DeleteAccountDialog open onClose={() => {}} onDeleted={() => {}} />
    </QueryClientProvider>,
  )
}

test('names the households that only this person owns, and what others lose', () => {
  const shared = aHousehold({ people: [ASTA, KIM, ALEX], counts: { places: 3, devices: 0, plants: 16 } })
  open([
    shared,
    aHousehold({ householdId: ALEX.userId, name: 'Balcony', counts: { places: 0, devices: 1, plants: 2 } }),
    aHousehold({ householdId: KIM.userId, name: 'Allotment', people: [ASTA, { ...KIM, role: 'owner' }] }),
    aSharedHousehold('gardener', { name: 'School' }),
  ])
  const lost = within(screen.getByRole('list', { name: 'Households deleted with the account' }))
  expect(lost.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Asta’s gardenKim and Alex lose 16 plants.Hand over first',
    'BalconyDeleted, with 2 plants and 1 device.',
  ])
  expect(lost.getByRole('link', { name: 'Hand over first' }).getAttribute('href')).toBe(
    `/household?household=${shared.householdId}`,
  )
})

test('the question of a person who is the only owner of no household names none', () => {
  open([aSharedHousehold('carer')])
  expect(screen.queryByRole('list', { name: 'Households deleted with the account' })).toBeNull()
})
