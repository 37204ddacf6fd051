import {
  addressOf,
  calendarFeedRoutes,
  PROBLEM_PREFIX,
  type CalendarFeed,
  type NewCalendarFeed,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../ui/toaster.tsx'
import { CalendarPanel } from './calendar-panel.tsx'

const FEED: CalendarFeed = {
  feedId: '0190a1b2-0000-4000-8000-0000000000f7',
  mine: true,
  createdAt: '2026-06-16T12:00:00.000Z',
  lastReadAt: null,
}
const URL_OF_FEED = 'https://greenhouse.example.org/calendar/token.ics'

afterEach(() => vi.unstubAllGlobals())

function open({ feeds = [], asksPassword = false }: { feeds?: CalendarFeed[]; asksPassword?: boolean } = {}) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const given = typeof body === 'string' ? JSON.parse(body) : {}
    if (method === 'GET') return Response.json(feeds)
    sent.push([method, url, given])
    if (method === 'DELETE') {
      feeds.splice(0)
      return new Response(null, { status: 204 })
    }
    const problem = { type: `${PROBLEM_PREFIX}confirm.password`, title: 'Your password is needed', status: 401 }
    if (asksPassword && given.password === undefined) return Response.json(problem, { status: 401 })
    const made: NewCalendarFeed = { ...FEED, mine: given.mine, url: URL_OF_FEED }
    feeds.push({ ...FEED, mine: given.mine })
    return Response.json(made)
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CalendarPanel />
      <Toaster />
    </QueryClientProvider>,
  )
  return sent
}

const make = async () => fireEvent.click(await screen.findByRole('button', { name: 'Make a calendar link' }))

test('a new link is shown with its code, for the tasks that were chosen', async () => {
  const sent = open()
  await screen.findByRole('button', { name: 'Make a calendar link' })
  fireEvent.change(screen.getByLabelText('Shows'), { target: { value: 'mine' } })
  await make()
  expect((await screen.findByText(URL_OF_FEED)).tagName).toBe('SPAN')
  expect(screen.getByRole('img', { name: /^QR code of the calendar/ })).toBeDefined()
  expect(sent).toEqual([['POST', calendarFeedRoutes.create.path, { mine: true }]])
  expect(await screen.findByText(/made 16\/06\/2026, not read yet/)).toBeDefined()
})

test('the password is asked for in the form, and what was chosen stays', async () => {
  const sent = open({ asksPassword: true })
  await make()
  fireEvent.change(await screen.findByLabelText('Your Greenhouse password'), { target: { value: 'Sprout-42!' } })
  await make()
  await screen.findByText(URL_OF_FEED)
  expect(sent.at(-1)).toEqual(['POST', calendarFeedRoutes.create.path, { mine: false, password: 'Sprout-42!' }])
})

test('a deleted link is gone', async () => {
  const sent = open({ feeds: [FEED] })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the link of 16/06/2026, tasks for me' }))
  await screen.findByText('Calendar link deleted')
  expect(sent).toEqual([['DELETE', addressOf(calendarFeedRoutes.remove, { params: { feedId: FEED.feedId } }), {}]])
  expect(screen.queryByText(/not read yet/)).toBeNull()
})

test('a person with ten links can’t make another', async () => {
  const feeds = Array.from({ length: 10 }, (_, index) => ({
    ...FEED,
    feedId: FEED.feedId.replace(/.$/, String(index)),
  }))
  open({ feeds })
  expect(await screen.findByText('You have 10 links. Delete one to make another.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Make a calendar link' })).toBeNull()
})
