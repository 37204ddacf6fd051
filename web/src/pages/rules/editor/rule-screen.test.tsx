import {
  channelRoutes,
  defaultSettings,
  deviceRoutes,
  seriesRoutes,
  settingRoutes,
  DUPLICATE_RULE,
  PROBLEM_PREFIX,
  ruleRoutes,
  type Device,
  type Rule,
  type RulePreview,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { aRule } from '../../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../../shared/series/series.fixture.ts'
import { RuleScreen } from './rule-screen.tsx'

const SERIES = aSeries({ newest: { time: '2026-06-16T12:00:00.000Z', value: 21 } })
const RULE = aRule({ name: 'High temperature' })
const DEVICE: Device = {
  deviceId: RULE.deviceId ?? '',
  userId: RULE.ruleId,
  deviceName: 'Tomato house',
  deviceDescription: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  waitTime: '30',
  connected: true,
  lastSeenAt: null,
  refused: { count: 0, reason: null, at: null },
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const preview = (more: Partial<RulePreview> = {}): RulePreview => ({
  episodes: [
    { openedAt: ago(100), closedAt: ago(97), worst: 31.2, worstAt: ago(98) },
    { openedAt: ago(5), closedAt: null, worst: 30, worstAt: ago(4) },
  ],
  count: 2,
  openSeconds: 8 * 3600,
  alternatives: [
    { limit: 27, episodes: 6, openSeconds: 40 * 3600 },
    { limit: 28, episodes: 2, openSeconds: 8 * 3600 },
    { limit: 29, episodes: 0, openSeconds: 0 },
  ],
  covered: { from: ago(30 * 24), to: ago(0) },
  ...more,
})

const KNOWN: Readonly<Record<string, unknown>> = {
  [deviceRoutes.list.path]: [DEVICE],
  [seriesRoutes.newest.path]: [SERIES],
  [settingRoutes.get.path]: defaultSettings,
  [channelRoutes.list.path]: [],
}

afterEach(() => void vi.unstubAllGlobals())

interface Served {
  rule?: Rule
  /** Answers a preview; never, if it returns undefined. */
  answer?: (body: { rule: { limit: number } }) => RulePreview | undefined
  onSave?: () => Response
}

/** Opens the page of a rule, or of a new one. Returns the requests and the location. */
function open(path: string, { rule = RULE, answer = () => preview(), onSave }: Served = {}) {
  const asked: number[] = []
  const aborted: number[] = []
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body, signal }: RequestInit = {}) => {
    const given = typeof body === 'string' ? JSON.parse(body) : undefined
    if (url === ruleRoutes.preview.path) {
      asked.push(given.rule.limit)
      signal?.addEventListener('abort', () => aborted.push(given.rule.limit))
      const found = answer(given)
      return found ? Response.json(found) : await new Promise<Response>(() => {})
    }
    if (url.startsWith(ruleRoutes.list.path) && method !== 'GET') {
      sent.push([method, url, given])
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return onSave?.() ?? Response.json(rule)
    }
    const known = KNOWN[url] ?? (url === ruleRoutes.list.path ? [rule] : undefined)
    // Charts and weather stay pending.
    return known === undefined ? await new Promise<Response>(() => {}) : Response.json(known)
  })
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <Route path="/rules/:id" component={RuleScreen} />
      </Router>
    </QueryClientProvider>,
  )
  return { asked, aborted, sent, history }
}

const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

test('shows a rule with its preview of the last days', async () => {
  const { asked } = open(`/rules/${RULE.ruleId}`)
  expect((await field('Threshold, °C')).value).toBe('28')
  expect((await field('Over at, °C')).value).toBe('27,5')
  expect(await screen.findByText('2 times')).toBeDefined()
  const facts = [...document.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ])
  expect(Object.fromEntries(facts)).toEqual({
    'Would have fired': '2 times',
    'In total': '8\u00a0h',
    Longest: '5\u00a0h',
    // Two openings and one end.
    Messages: '3',
  })
  await waitFor(() => expect(status()).toContain('Would have fired 2 times'))
  const firings = within(screen.getByRole('table', { name: 'When it would have fired' })).getAllByRole('row')
  expect(firings.map(({ textContent }) => textContent)).toEqual([
    'Would have firedLastedHighest',
    expect.stringMatching(/still open30,0\u00a0°C$/),
    expect.stringMatching(/3\u00a0h31,2\u00a0°C$/),
  ])
  expect(asked).toEqual([28])
})

test('requests a preview after typing a valid rule, and aborts an outdated one', async () => {
  const { asked, aborted } = open(`/rules/${RULE.ruleId}`, {
    answer: ({ rule }) => (rule.limit === 28 ? preview() : undefined),
  })
  const limit = await field('Threshold, °C')
  await screen.findByText('2 times')
  for (const typed of ['2', '29', '29,', 'x', '29,5']) fireEvent.change(limit, { target: { value: typed } })
  await waitFor(() => expect(asked).toEqual([28, 29.5]))
  // The previous preview stays until the next answer, even if the input is invalid.
  fireEvent.change(limit, { target: { value: 'warm' } })
  expect(screen.getByText('2 times')).toBeDefined()
  fireEvent.change(limit, { target: { value: '31' } })
  await waitFor(() => expect(asked).toEqual([28, 29.5, 31]))
  expect(aborted).toEqual([29.5])
})

test('a press takes over another limit, and its closing limit follows', async () => {
  open(`/rules/${RULE.ruleId}`)
  const limit = await field('Threshold, °C')
  await screen.findByRole('row', { name: /^28\s°C now 2/ })
  press(/^Take 27/)
  expect(limit.value).toBe('27')
  expect((await field('Over at, °C')).value).toBe('26,5')
  expect(screen.getByRole('row', { name: /^27\s°C now 6/ })).toBeDefined()
})

test.each([
  ['none', null, 0],
  ['two days', { from: ago(48), to: ago(0) }, 2],
])('shows no preview for readings of %s', async (_, covered, days) => {
  open(`/rules/${RULE.ruleId}`, { answer: () => preview({ covered }) })
  const words = `Not enough readings for a preview: ${days} of 30 days.`
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2))
  expect(screen.queryByRole('table')).toBeNull()
})

test('offers to reload a preview after a failure', async () => {
  let isUnavailable = true
  const { asked } = open(`/rules/${RULE.ruleId}`, {
    answer: () => {
      if (isUnavailable) throw new TypeError('Failed to fetch')
      return preview()
    },
  })
  await screen.findByText('The preview could not be computed.')
  isUnavailable = false
  press('Try again')
  expect(await screen.findByText('2 times')).toBeDefined()
  expect(asked).toEqual([28, 28])
})

test('a new rule names its missing fields and an equal rule', async () => {
  const { sent, asked } = open('/rules/new', {
    onSave: () =>
      Response.json({ type: `${PROBLEM_PREFIX}rule.duplicate`, title: DUPLICATE_RULE, status: 409 }, { status: 409 }),
  })
  await field('Threshold, °C')
  press('Add condition')
  await screen.findByText('Enter a number with at most 2 decimals')
  press('leaves')
  fireEvent.change(await field('Lower limit, °C'), { target: { value: '5' } })
  fireEvent.change(await field('Upper limit, °C'), { target: { value: '30' } })
  expect((await field('Over at, °C')).value).toBe('29,5')
  press('By night')
  press('Critical')
  fireEvent.change(screen.getByRole('combobox', { name: 'Repeat' }), { target: { value: '120' } })
  press('Add condition')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(DUPLICATE_RULE))
  expect(sent).toEqual([
    [
      'POST',
      ruleRoutes.create.path,
      {
        seriesId: SERIES.seriesId,
        kind: 'outside',
        limit: 5,
        upperLimit: 30,
        clearAt: 29.5,
        holdSeconds: 0,
        name: '',
        when: 'night',
        severity: 'critical',
        repeatMinutes: 120,
        tellWhenOver: true,
        channelIds: [],
        mutedUntil: null,
        isOn: true,
      },
    ],
  ])
  await waitFor(() => expect(asked).toEqual([5]))
})

test('a rule is turned off and saved, and the list is shown', async () => {
  const { sent, history } = open(`/rules/${RULE.ruleId}`)
  fireEvent.click(await screen.findByRole('switch', { name: 'On' }))
  press('Save changes')
  await waitFor(() => expect(history.at(-1)).toMatch(/^\/myalertcondition/))
  expect(sent).toEqual([
    [
      'PATCH',
      `${ruleRoutes.list.path}/${RULE.ruleId}`,
      expect.objectContaining({ isOn: false, limit: 28, clearAt: 27.5 }),
    ],
  ])
})

test('a rule is deleted after a question', async () => {
  const { sent, history } = open(`/rules/${RULE.ruleId}`)
  await field('Threshold, °C')
  press('Delete condition')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Are you sure you want to delete this alert condition?')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete condition' }))
  await waitFor(() => expect(history.at(-1)).toMatch(/^\/myalertcondition/))
  expect(sent).toEqual([['DELETE', `${ruleRoutes.list.path}/${RULE.ruleId}`, undefined]])
})

test('a missing rule is reported as such', async () => {
  open('/rules/0190a1b2-0000-4000-8000-00000000ffff')
  expect(await screen.findByRole('heading', { name: 'There is no such alert condition' })).toBeDefined()
})

test('a rule on silence starts with the default of its device, and keeps following it', async () => {
  const { sent } = open('/rules/new?kind=silent')
  expect((await field('Nothing for at least, min')).value).toBe('15')
  press('Add condition')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [, , body] = sent[0] as [string, string, object]
  expect(body).toMatchObject({ deviceId: DEVICE.deviceId, kind: 'silent' })
  expect(body).not.toHaveProperty('limit')
})

test('the rule on any device applies to all devices but its exceptions', async () => {
  const more = { kind: 'silent', seriesId: null, deviceId: null, limit: 900, clearAt: null } as const
  const rule = aRule({ ...more, severity: 'critical', exceptDeviceIds: ['0190a1b2-0000-4000-8000-0000000000f1'] })
  const { sent, asked } = open(`/rules/${rule.ruleId}`, { rule })
  await screen.findByRole('heading', { name: 'Any device sends nothing for 10 of its intervals' })
  expect(screen.getByText('All devices but 1')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete condition' })).toBeNull()
  const watched = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tomato house' })
  expect(watched.checked).toBe(true)
  fireEvent.click(watched)
  press('Save changes')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [method, , body] = sent[0] as [string, string, object]
  expect([method, body]).toMatchObject([
    'PATCH',
    {
      kind: 'silent',
      deviceId: null,
      severity: 'critical',
      exceptDeviceIds: [...rule.exceptDeviceIds, DEVICE.deviceId],
    },
  ])
  expect(body).not.toHaveProperty('limit')
  expect(asked).toEqual([])
})
