import {
  addressOf,
  householdRoutes,
  PROBLEM_PREFIX,
  serverRoutes,
  userRoutes,
  type Household,
  type Invitation,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { aHousehold, aMember } from '../../shared/household/household.fixture.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { HouseholdScreen } from './household-screen.tsx'

const ASTA = aMember()
export const KIM = aMember({ userId: '0190a1b2-0000-4000-8000-0000000000a3', name: 'Kim', role: 'carer' })
const JO = aMember({ userId: '0190a1b2-0000-4000-8000-0000000000a4', name: 'Jo', role: 'viewer', tells: false })
export const GARDEN = aHousehold({ people: [ASTA, KIM, JO], counts: { places: 3, devices: 4, plants: 16 } })
export const INVITATION: Invitation = {
  invitationId: '0190a1b2-0000-4000-8000-0000000000d1',
  role: 'carer',
  email: null,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
}

/** Prepares a file of tests. */
export function usePage(): void {
  beforeAll(() => {
    // jsdom knows no popovers.
    HTMLElement.prototype.hidePopover = () => {}
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    window.history.replaceState(null, '', '/')
  })
}

interface Served {
  /** Null for a list that fails. */
  households?: readonly Household[] | null
  invitations?: readonly Invitation[]
  sendsMail?: boolean
  readerId?: string
  /** Answers a change; the lists are answered without it. */
  answer?: (method: string, path: string, body: Record<string, unknown>) => Response | undefined
}

/** Opens the page. Returns the changes sent, and the location. */
export function openHousehold(served: Served = {}) {
  const { households = [GARDEN], invitations = [], sendsMail = false, readerId = ASTA.userId, answer } = served
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const given = typeof body === 'string' ? JSON.parse(body) : {}
    if (method !== 'GET') {
      sent.push([method, url, given])
      return answer?.(method, url, given) ?? new Response(null, { status: 204 })
    }
    if (url === householdRoutes.list.path)
      return households ? Response.json(households) : refusal(500, 'unexpected', 'An unexpected server error occurred.')
    if (url === userRoutes.get.path) return Response.json(reader(readerId))
    if (url === serverRoutes.info.path) return Response.json(info(sendsMail))
    if (url.endsWith('/invitations')) return Response.json(invitations)
    return await new Promise<Response>(() => {})
  })
  const { hook, searchHook, history } = memoryLocation({ path: '/household', record: true })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router hook={hook} searchHook={searchHook}>
        <HouseholdScreen />
        <Toaster />
      </Router>
    </QueryClientProvider>,
  )
  return { sent, history }
}

const reader = (userId: string) => ({
  userId,
  firstName: 'Asta',
  lastName: 'Hansen',
  email: 'asta@example.org',
  birthday: null,
  country: null,
  role: 'user',
  emailConfirmed: true,
})
const info = (sendsMail: boolean) => ({
  registrationOpen: true,
  sendsMail,
  publicUrl: null,
  mqttPort: 1883,
  mqttTls: false,
})

export function refusal(status: number, code: string, title: string): Response {
  return Response.json({ type: `${PROBLEM_PREFIX}${code}`, title, status }, { status })
}

export const needsPassword = () => refusal(401, 'confirm.password', 'Your password is needed')

export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name, hidden: true }))
export const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const memberPath = (userId: string) =>
  addressOf(householdRoutes.editMember, { params: { householdId: GARDEN.householdId, userId } })
export const withRole = (role: Household['role'], userId = KIM.userId) => ({
  ...GARDEN,
  people: GARDEN.people.map((one) => (one.userId === userId ? { ...one, role } : one)),
})
