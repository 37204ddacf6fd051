import {
  addressOf,
  householdRoutes,
  invitationRoutes,
  PROBLEM_PREFIX,
  userRoutes,
  type OpenInvitation,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Route, Router, Switch } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { readToken, writeToken } from '../../lib/token.ts'
import { householdList } from '../../shared/household/household-queries.ts'
import { aHousehold, aSharedHousehold } from '../../shared/household/household.fixture.ts'
import { JoinScreen } from './join-screen.tsx'
import { MemberJoinScreen } from './member-join-screen.tsx'

const TOKEN = 'AbC-1_x'
const JOIN_PATH = addressOf(invitationRoutes.join, { params: { token: TOKEN } })
const OWN = aHousehold({ name: 'My garden' })
const JOINED = aSharedHousehold('carer', { householdId: '0190a1b2-0000-4000-8000-0000000000f2' })
const INVITATION: OpenInvitation = {
  household: 'Asta’s garden',
  invitedBy: 'Asta',
  role: 'carer',
  expiresAt: '2026-06-23T10:00:00.000Z',
}
const GONE = 'There is no such invitation: it was used, withdrawn, or its days are over.'

afterEach(() => {
  vi.unstubAllGlobals()
  writeToken(null)
})

interface Served {
  shown?: () => Response
  joined?: () => Response
}

function serve({ shown = () => Response.json(INVITATION), joined = () => Response.json(JOINED) }: Served = {}) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push([method, url])
    if (url === JOIN_PATH) return method === 'GET' ? shown() : joined()
    if (url === householdRoutes.list.path) return Response.json([OWN, JOINED])
    if (url === userRoutes.get.path) return Response.json(KIM)
    return new Response(null, { status: 204 })
  })
  return sent
}

const KIM = {
  userId: OWN.householdId,
  firstName: 'Kim',
  lastName: 'Jensen',
  email: 'kim@example.org',
  birthday: null,
  country: null,
  role: 'user',
  emailConfirmed: true,
}

function refusal(status: number, code: string, title: string): Response {
  return Response.json({ type: `${PROBLEM_PREFIX}${code}`, title, status }, { status })
}

const memory = () => memoryLocation({ path: `/join/${TOKEN}`, record: true })

function openAsVisitor(location = memory()) {
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <Switch>
        <Route path="/join/:token" component={JoinScreen} />
      </Switch>
    </Router>,
  )
  return location
}

function openAsMember(location = memory()) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(householdList.queryKey, [OWN])
  render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <Switch>
          <Route path="/join/:token" component={MemberJoinScreen} />
        </Switch>
      </Router>
    </QueryClientProvider>,
  )
  return { ...location, client }
}

test('a visitor sees who invites, to which household and as what', async () => {
  const sent = serve()
  openAsVisitor()
  await screen.findByRole('heading', { name: 'Asta invites you to Asta’s garden' })
  expect(screen.getByText('As a carer: you can do tasks and answer alerts, and can’t delete anything.')).toBeDefined()
  expect(screen.getByText('Good until 23/06/2026. It works once.')).toBeDefined()
  expect(sent).toEqual([['GET', invitationRoutes.show.path.replace(':token', TOKEN)]])
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Register and join')).toBe(`/signin?invitation=${TOKEN}&register=`)
  expect(href('Log in and join')).toBe(`/signin?invitation=${TOKEN}`)
})

test('a member joins, and the app opens with the household', async () => {
  const sent = serve()
  const { history, client } = openAsMember()
  await screen.findByText(/You are signed in as/)
  expect(screen.getByText(/Your own garden stays yours/).textContent).toMatch(/^kim@example\.org/)
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(history.at(-1)).toBe(`/?household=${JOINED.householdId}`))
  expect(sent).toContainEqual(['POST', JOIN_PATH])
  expect(client.getQueryData(householdList.queryKey)?.map(({ name }) => name)).toEqual(['My garden', 'Asta’s garden'])
})

test('a visitor who chose to join has joined once signed in, and only once', async () => {
  const sent = serve()
  openAsVisitor()
  fireEvent.click(await screen.findByRole('link', { name: 'Log in and join' }))
  const { history } = openAsMember()
  await waitFor(() => expect(history.at(-1)).toBe(`/?household=${JOINED.householdId}`))
  const joins = () => sent.filter((one) => JSON.stringify(one).includes('POST'))
  expect(joins()).toHaveLength(1)
  openAsMember()
  await screen.findByRole('button', { name: 'Join' })
  expect(joins()).toHaveLength(1)
})

test.each([
  ['used or withdrawn', 404, 'invitation.not-found'],
  ['no token at all', 400, 'input.invalid'],
])('a link that is %s says that it is no longer good', async (_which, status, code) => {
  serve({ shown: () => refusal(status, code, GONE) })
  openAsVisitor()
  await screen.findByRole('heading', { name: 'This invitation is no longer good' })
  expect(screen.getByText('It was used, withdrawn, or its days are over. Ask for a new one.')).toBeDefined()
})

test('a link that is used while the page is open says the same', async () => {
  serve({ joined: () => refusal(404, 'invitation.not-found', GONE) })
  openAsMember()
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }))
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer good' })).toBeDefined()
})

test.each([
  ['household.full', 'The household has 20 people.'],
  ['household.too-many', 'You are in 10 households.'],
])('the refusal %s is shown above the button', async (code, sentence) => {
  serve({ joined: () => refusal(409, code, sentence) })
  openAsMember()
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.getByRole('button', { name: 'Join' })).toBeDefined()
})

test('an invitation that can’t be looked up now can be tried again', async () => {
  let isUp = false
  serve({
    shown: () => (isUp ? Response.json(INVITATION) : refusal(429, 'sign-in.throttled', 'Too many attempts.')),
  })
  openAsVisitor()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isUp = true
  fireEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Asta invites you to Asta’s garden' })).toBeDefined()
})

test('another person can log out and keep the page', async () => {
  serve()
  writeToken('a.token.long-enough')
  openAsMember()
  fireEvent.click(await screen.findByRole('button', { name: 'Not me, log out' }))
  expect(readToken()).toBeNull()
})
