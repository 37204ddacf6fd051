import {
  channelRoutes,
  defaultSettings,
  deviceRoutes,
  seriesRoutes,
  settingRoutes,
  ruleRoutes,
  type Device,
  type Rule,
  type RulePreview,
  type SeriesHistory,
} from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { navigateOnce } from '../../../lib/navigation.ts'
import { aRule } from '../../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../../shared/series/series.fixture.ts'
import { RuleScreen } from './rule-screen.tsx'

export const SERIES = aSeries({ newest: { time: '2026-06-16T12:00:00.000Z', value: 21 } })
export const RULE = aRule({ name: 'High temperature' })
export const DEVICE: Device = {
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
export const HOUR = 3_600_000
export const NOW = Date.now()
/** Hourly readings of 30 days: 20 °C, but 31 °C in three hours of two days. */
export const HISTORY = {
  seriesId: SERIES.seriesId,
  resolution: 0,
  time: Array.from({ length: 720 }, (_, index) => NOW - (719 - index) * HOUR),
  mean: Array.from({ length: 720 }, (_, index) => ([100, 101, 102, 300, 301, 302].includes(index) ? 31 : 20)),
}
export const preview = (more: Partial<RulePreview> = {}): RulePreview => ({
  episodes: [],
  count: 0,
  openSeconds: 0,
  alternatives: [],
  covered: { from: new Date(NOW - 30 * 24 * HOUR).toISOString(), to: new Date(NOW).toISOString() },
  ...more,
})

const KNOWN: Readonly<Record<string, unknown>> = {
  [deviceRoutes.list.path]: [DEVICE],
  [seriesRoutes.newest.path]: [SERIES],
  [settingRoutes.get.path]: defaultSettings,
  [channelRoutes.list.path]: [],
}

/** Gives the plot a size to be drawn in. */
export function stubSizes(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(452)
  const observer = { observe: () => undefined, disconnect: () => undefined }
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function () {
      return observer
    }),
  )
}

interface Served {
  rule?: Rule
  /** Null for a server that fails. */
  history?: SeriesHistory | null
  tried?: RulePreview
  onSave?: () => Response
}

/** Opens the page of a rule, or of a new one. Returns the requests and the location. */
export function open(
  path: string,
  { rule = RULE, history: readings = HISTORY, tried = preview(), onSave }: Served = {},
) {
  const asked: number[] = []
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    const given = typeof body === 'string' ? JSON.parse(body) : undefined
    if (url === ruleRoutes.preview.path) {
      asked.push(given.rule.limit)
      return Response.json(tried)
    }
    if (url.startsWith(seriesRoutes.history.path))
      return readings ? Response.json({ series: [readings] }) : new Response('', { status: 500 })
    if (url.startsWith(ruleRoutes.list.path) && method !== 'GET') {
      sent.push([method, url, given])
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return onSave?.() ?? Response.json(rule)
    }
    const known = KNOWN[url] ?? (url === ruleRoutes.list.path ? [rule] : undefined)
    // Weather stays pending.
    return known === undefined ? await new Promise<Response>(() => {}) : Response.json(known)
  })
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook} aroundNav={navigateOnce}>
        <Route path="/rules/:id" component={RuleScreen} />
      </Router>
    </QueryClientProvider>,
  )
  return { asked, sent, history }
}

export const line = (name = 'Limit') => screen.findByRole('slider', { name })
export const press = (name: RegExp | string) => fireEvent.click(screen.getAllByRole('button', { name })[0]!)
export const words = async (name?: string) => (await line(name)).getAttribute('aria-valuetext')
export const type = async (text: string, name = 'Limit') => {
  fireEvent.keyDown(await line(name), { key: 'Enter' })
  const box = screen.getByRole('textbox', { name: `${name}, number` })
  fireEvent.change(box, { target: { value: text } })
  fireEvent.keyDown(box, { key: 'Enter' })
}
