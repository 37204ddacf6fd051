import {
  channelRoutes,
  householdRoutes,
  morningRoutes,
  seriesRoutes,
  type Household,
  type MorningFact,
  type MorningNote as Note,
} from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aHousehold, aMember, clientAs } from '../../shared/household/household.fixture.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { factsSentence, isMorning } from './morning.ts'
import { MorningNote } from './morning-note.tsx'

const NOW = new Date(2026, 5, 15, 7, 2).getTime()
const EPISODE = '0190a1b2-0000-4000-8000-0000000000e1'

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  vi.unstubAllGlobals()
})

const aFact = (more: Partial<MorningFact>): MorningFact => ({
  kind: 'calm',
  title: '',
  text: '',
  curve: null,
  episodeId: null,
  plantIds: [],
  ...more,
})
const CURVE = {
  seriesId: aSeries().seriesId,
  deviceId: aSeries().deviceId,
  from: new Date(2026, 5, 14, 18).toISOString(),
  to: new Date(2026, 5, 15, 7).toISOString(),
}
const NOTE: Note = {
  date: '2026-06-15',
  facts: [
    aFact({ kind: 'coldest', title: 'Coldest: Cold frame, 12,9 °C at 04.40', text: 'outdoors 10,9 °C', curve: CURVE }),
    aFact({ kind: 'episode', title: 'Overnight: high humidity in Cold frame', episodeId: EPISODE }),
    aFact({ kind: 'tasks', title: 'Today: 3 to do', text: 'water Sweet basil' }),
  ],
}
const USER = { userId: aMember().userId, firstName: 'Asta', lastName: 'H', email: 'asta@example.org' }

interface Given {
  readonly household?: Household
  readonly severities?: readonly string[]
}

async function open({ household = aHousehold(), severities = ['info'] }: Given = {}) {
  const sent: unknown[] = []
  const channel = {
    channelId: EPISODE,
    kind: 'web-push',
    name: 'Phone',
    where: 'This browser',
    parts: {},
    isOn: true,
    isConfirmed: true,
    severities,
    createdAt: CURVE.from,
    lastDelivery: null,
  }
  const replies: Record<string, unknown> = {
    [morningRoutes.get.path]: NOTE,
    [channelRoutes.list.path]: [channel],
    [seriesRoutes.history.path]: { series: [] },
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (method === 'GET') return Response.json(replies[pathname] ?? [])
    const change = JSON.parse(typeof body === 'string' ? body : '{}') as Partial<Household>
    sent.push({ method, pathname, ...change })
    return Response.json({ ...household, ...change })
  })
  const client = clientAs('owner')
  client.setQueryData(queryKeys.households, [household])
  client.setQueryData(queryKeys.user, USER)
  client.setQueryData(queryKeys.series, [aSeries()])
  render(
    <QueryClientProvider client={client}>
      <main id="main" tabIndex={-1}>
        <MorningNote now={NOW} />
        <h2 id="to-do" tabIndex={-1}>
          To do
        </h2>
      </main>
    </QueryClientProvider>,
  )
  await screen.findByText('Coldest: Cold frame, 12,9 °C at 04.40')
  return sent
}

const note = () => screen.queryByRole('region', { name: 'This morning' })

test('the note has three facts, each with one link', async () => {
  await open()
  const facts = within(screen.getByRole('region', { name: 'This morning' })).getAllByRole('listitem')
  expect(facts.map((fact) => within(fact).getByRole('heading').textContent)).toEqual(
    NOTE.facts.map(({ title }) => title),
  )
  expect(facts.map((fact) => fact.querySelector('a')?.getAttribute('href'))).toEqual([
    `/history?device=${CURVE.deviceId}&tab=temperature&from=2026-06-14&to=2026-06-15`,
    `/alerts?episode=${EPISODE}`,
    undefined,
  ])
  fireEvent.click(screen.getByRole('button', { name: 'To do' }))
  expect(document.activeElement?.id).toBe('to-do')
})

test('the note is hidden until the next day', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Hide today' }))
  expect(note()).toBeNull()
  expect(document.activeElement?.id).toBe('main')
  expect([isMorning(NOW), isMorning(NOW + 86_400_000)]).toEqual([false, true])
})

test.each([
  ['', { remindAt: '08:00' }, 'at 08.00 by Phone', { morningNote: true }],
  ['of a person without a list ', { remindAt: null }, 'at 07.00 by Phone', { morningNote: true, remindAt: '07:00' }],
  ['that is sent ', { remindAt: '08:00', morningNote: true }, 'at 08.00 by Phone', { morningNote: false }],
] as const)('the switch of a note %schanges whether it is sent', async (_, given, words, change) => {
  const household = aHousehold(given)
  const sent = await open({ household })
  await waitFor(() => expect(note()?.textContent).toContain(words))
  fireEvent.click(screen.getByRole('switch', { name: 'Send this note' }))
  const { householdId } = household
  const pathname = householdRoutes.editMember.path.replace(':householdId', householdId).replace(':userId', USER.userId)
  await waitFor(() => expect(sent).toEqual([{ method: 'PATCH', pathname, ...change }]))
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe(String(change.morningNote))
})

test('the note says that no channel takes it, or that the person gets no messages', async () => {
  await open({ severities: ['critical'] })
  await waitFor(() => expect(note()?.textContent).toContain('by no channel yet'))
  cleanup()
  await open({ household: aHousehold({ people: [aMember({ tells: false })] }) })
  expect(note()?.textContent).toContain('You get no messages of this household.')
  expect(screen.queryByRole('switch')).toBeNull()
})

test.each([
  [4.9, false],
  [5, true],
  [11.9, true],
  [12, false],
])('the note at %s is shown: %s', (hour, isShown) => {
  expect(isMorning(new Date(2026, 5, 15).getTime() + hour * 3_600_000)).toBe(isShown)
})

test('the answer counts the facts', () => {
  expect([1, 2, 3].map(factsSentence)).toEqual([
    'One fact from the night.',
    'Two facts from the night.',
    'Three facts from the night.',
  ])
})
