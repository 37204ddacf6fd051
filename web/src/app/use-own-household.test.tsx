import { householdRoutes, plantRoutes, type Household } from '@greenhouse/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeToken } from '../lib/token.ts'
import { readStored, STORED } from '../lib/storage.ts'
import { aHousehold, aSharedHousehold } from '../shared/household/household.fixture.ts'
import { plantList } from '../shared/plant/plant-queries.ts'
import { queryKeys } from '../shared/query-keys.ts'
import { toast } from '../ui/toast.ts'
import { HouseholdMenu } from './household-menu.tsx'
import { newQueryClient } from './query-client.ts'
import { useOwnHousehold } from './use-own-household.ts'

const OWN = aHousehold()
const SHARED = aSharedHousehold('carer', { householdId: '0190a1b2-0000-4000-8000-0000000000f2', name: 'Allotment' })
const SHARED_PATH = `/plants?household=${SHARED.householdId}`

beforeEach(() => {
  writeToken('x'.repeat(40))
  // Unknown to the DOM of the tests.
  HTMLElement.prototype.hidePopover = () => undefined
})
afterEach(() => {
  cleanup()
  writeToken(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Plants() {
  useOwnHousehold()
  useQuery(plantList)
  return <HouseholdMenu />
}

function show(households: readonly Household[], path: string, known?: readonly Household[]) {
  window.history.replaceState(null, '', path)
  const asked: string[] = []
  let served = households
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(url.startsWith(householdRoutes.list.path) ? served : [])
  })
  const client = newQueryClient()
  if (known) {
    client.setQueryData(queryKeys.households, known)
    void client.invalidateQueries({ queryKey: queryKeys.households })
  }
  render(
    <QueryClientProvider client={client}>
      <Plants />
    </QueryClientProvider>,
  )
  const change = async (to: readonly Household[]) => {
    served = to
    await act(() => client.invalidateQueries({ queryKey: queryKeys.households }))
  }
  return { asked, change }
}

const address = () => window.location.pathname + window.location.search
const plants = plantRoutes.list.path

test('a person with one household has no menu, no household in the address, and none in requests', async () => {
  const { asked } = show([OWN], '/plants')
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining([householdRoutes.list.path, plants])))
  expect(screen.queryByRole('button')).toBeNull()
  expect([address(), asked.length, readStored(STORED.household)]).toEqual(['/plants', 2, null])
})

test('requests name the household on the screen, which the browser remembers', async () => {
  const { asked } = show([OWN, SHARED], SHARED_PATH)
  await screen.findByRole('button', { name: 'Household: Allotment' })
  expect(asked).toContain(`${plants}?household=${SHARED.householdId}`)
  await waitFor(() => expect(readStored(STORED.household)).toBe(SHARED.householdId))
})

test('the menu names the households, marks the shown one, and switches', async () => {
  const person = userEvent.setup()
  show([OWN, SHARED], '/plants?filter=dead')
  await person.click(await screen.findByRole('button', { name: 'Household: Asta’s garden' }))
  const choices = screen.getAllByRole('menuitemradio', { hidden: true })
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
    ['Asta’s garden', 'true'],
    ['Allotment', 'false'],
  ])
  await person.click(choices[1] as HTMLElement)
  expect(address()).toBe(SHARED_PATH)
  await person.click(await screen.findByRole('menuitemradio', { name: 'Asta’s garden', hidden: true }))
  expect(address()).toBe('/plants')
})

test('the page of one thing is left for the dashboard when the household is switched', async () => {
  const person = userEvent.setup()
  show([OWN, SHARED], '/mydevice/0190a1b2-0000-4000-8000-000000000001')
  await person.click(await screen.findByRole('menuitemradio', { name: 'Allotment', hidden: true }))
  expect(address()).toBe(`/?household=${SHARED.householdId}`)
})

test.each([
  ['the last household of a removal', [OWN, SHARED], 'You are no longer in Allotment.'],
  ['a household of others', undefined, 'You are no longer in that household.'],
])('the address of %s leads to the default household with a notice', async (_what, known, words) => {
  const said = vi.spyOn(toast, 'blank').mockReturnValue('')
  show([OWN], SHARED_PATH, known)
  await waitFor(() => expect(address()).toBe('/plants'))
  expect(said.mock.calls.map(([text]) => text)).toEqual([words])
})

test('a removal while the page is open shows the default household', async () => {
  const said = vi.spyOn(toast, 'blank').mockReturnValue('')
  const { change } = show([OWN, SHARED], SHARED_PATH)
  await screen.findByRole('button', { name: 'Household: Allotment' })
  await change([OWN])
  await waitFor(() => expect(address()).toBe('/plants'))
  expect(said.mock.calls.map(([text]) => text)).toEqual(['You are no longer in Allotment.'])
  await waitFor(() => expect(readStored(STORED.household)).toBeNull())
})

test('a removal from the only household empties the lists', async () => {
  const said = vi.spyOn(toast, 'blank').mockReturnValue('')
  const { asked, change } = show([SHARED], '/plants')
  await waitFor(() => expect(asked).toContain(plants))
  const before = asked.filter((url) => url === plants).length
  await change([])
  await waitFor(() => expect(asked.filter((url) => url === plants).length).toBe(before + 1))
  expect(said.mock.calls.map(([text]) => text)).toEqual(['You are no longer in Allotment.'])
})

test('a stored list without a household that was joined since does not leave it', async () => {
  const said = vi.spyOn(toast, 'blank').mockReturnValue('')
  show([OWN, SHARED], SHARED_PATH, [OWN])
  await screen.findByRole('button', { name: 'Household: Allotment' })
  expect([address(), said.mock.calls]).toEqual([SHARED_PATH, []])
})

test('the address of the default household loses its id', async () => {
  show([OWN], `/plants?household=${OWN.householdId}`)
  await waitFor(() => expect(address()).toBe('/plants'))
})
