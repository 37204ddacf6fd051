import type { Rule } from '@greenhouse/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { DayStrip } from './day-strip.tsx'
import {
  ago,
  device,
  nextId,
  episode,
  closed,
  open,
  plain,
  rows,
  show,
  useUnseenAlerts,
} from './alerts-screen.fixture.tsx'

useUnseenAlerts()

test('the address determines year, device and severity of the alerts, and a chip ends each', async () => {
  const device = '0190a1b2-0000-4000-8000-000000000001'
  const open = [episode({ severity: 'critical' }), episode({ severity: 'info', name: 'Shed' })]
  const year = new Date(ago(90)).getFullYear()
  const asked = show({ open }, `?year=${year}&device=${device}&severity=critical`)
  expect(await rows('Open alerts')).toHaveLength(1)
  const closedOnes = asked.find((path) => path.includes('state=closed'))
  expect(closedOnes).toMatch(/year=\d{4}&timeZone=.*&deviceId=0190a1b2-0000-4000-8000-000000000001&severity=critical/)
  fireEvent.click(screen.getByRole('button', { name: 'Critical Clear' }))
  await waitFor(() => expect(window.location.search).toBe(`?year=${year}&device=${device}`))
})

test('the headline counts all alerts, and a line those of the filter', async () => {
  const open = [episode({ severity: 'critical' }), episode({ severity: 'info', name: 'Shed' })]
  const filtered = Array.from({ length: 3 }, () => closed({ closedAt: '2025-11-25T04:06:00.000Z' }))
  show({ open, closed: [closed()], filtered }, '?year=2025')
  expect((await screen.findAllByText('3 alerts in 2025')).length).toBeGreaterThan(0)
  expect(screen.getByText(/^Two open and unanswered\./)).toBeDefined()
  expect(screen.getByText(/^The last one closed/).textContent).not.toContain('2025')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('a day of the strip shows its alerts, and Escape shows all again', async () => {
  show({ open: [episode()], closed: [closed()] })
  await rows('Open alerts')
  const strip = screen.getByRole('region', { name: 'Last 30 days' })
  const buttons = within(strip).getAllByRole('button')
  expect(buttons).toHaveLength(30)
  fireEvent.click(buttons.at(-1) ?? document.body)
  await waitFor(() => expect(window.location.search).toMatch(/^\?day=\d{4}-\d\d-\d\d$/))
  await screen.findByText(/alerts? on this day$/)
  fireEvent.keyDown(document, { key: 'Escape' })
  await waitFor(() => expect(window.location.search).toBe(''))
  const slider = within(strip).getByRole('slider')
  fireEvent.keyDown(slider, { key: 'Home' })
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('1'))
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('2'))
})

test('shows at most six rules that fired, most firings first, and the number of all', async () => {
  const rules = Array.from({ length: 13 }, (_, index) =>
    aRule({ ruleId: nextId(), name: `Rule ${index}`, firedCount: index < 8 ? index : 0, firedSeconds: 3600 }),
  )
  show({ open: [episode()], rules })
  const list = await screen.findByRole('list', { name: 'Rules that fired' })
  const lines = within(list).getAllByRole('listitem').map(plain)
  expect(lines.map((line) => /Rule \d+/.exec(line)?.[0])).toEqual([7, 6, 5, 4, 3, 2].map((index) => `Rule ${index}`))
  expect(lines[0]).toContain('7 times, 1 h')
  screen.getByRole('link', { name: 'All 13 rules' })
})

test('the rule on any device names its devices', async () => {
  const silence = {
    kind: 'silent',
    seriesId: null,
    deviceId: null,
    limit: 900,
    firedCount: 1,
    firedSeconds: 60,
  } as const
  show({ open: [episode()], rules: [aRule({ ...silence, exceptDeviceIds: [nextId(), nextId()] })] })
  const list = await screen.findByRole('list', { name: 'Rules that fired' })
  expect(plain(list)).toContain('Any device silent for 10 of its intervals')
  expect(plain(list)).toContain('All devices but 2, once, 1 min')
})

test('names a rule on the silence of one device by its time', async () => {
  const { deviceId } = aSeries()
  const silence = { kind: 'silent', seriesId: null, deviceId, limit: 6000, firedCount: 3, firedSeconds: 7200 } as const
  show({ open: [episode()], devices: [device(deviceId, 'Tomato house')], rules: [aRule(silence)] })
  const list = await screen.findByRole('list', { name: 'Rules that fired' })
  expect(plain(list)).toBe('Silent for 1 h 40 minTomato house, 3 times, 2 h')
  within(list).getByRole('switch', { name: 'Silent for 1\u00a0h 40\u00a0min, Tomato house' })
})

describe('equal rules', () => {
  const [tomato, frame] = [aSeries(), aSeries({ seriesId: nextId(), deviceId: nextId(), label: 'Cold frame' })]
  const devices = [device(tomato.deviceId, 'Tomato house'), device(frame.deviceId, 'Frame')]
  const fired = { firedCount: 2, firedSeconds: 3600 }
  const ofFrame = { ruleId: nextId(), seriesId: frame.seriesId, deviceId: frame.deviceId }
  const lines = async () =>
    within(await screen.findByRole('list', { name: 'Rules that fired' }))
      .getAllByRole('listitem')
      .map(plain)

  test('joins rules that differ only in their series into one line with the sums of both', async () => {
    const rules = [aRule(fired), aRule({ ...fired, ...ofFrame })]
    show({ open: [episode()], devices, series: [tomato, frame], rules })
    expect(await lines()).toEqual(['Temperature at or above 28 °CTomato house, Frame, 4 times, 2 h in all'])
    expect(screen.getByRole('link', { name: /^Temperature at/ }).getAttribute('href')).toBe(RULES_PATH)
    screen.getByRole('link', { name: 'All 2 rules' })
  })

  test.each<[string, Partial<Rule>]>([
    ['limit', { limit: 29 }],
    ['hold', { holdSeconds: 60 }],
    ['hours', { when: 'night' }],
    ['severity', { severity: 'critical' }],
    ['state', { isOn: false }],
  ])('shows a rule with another %s in its own line', async (_what, more) => {
    const rules = [aRule(fired), aRule({ ...fired, ...ofFrame, ...more })]
    show({ open: [episode()], devices, series: [tomato, frame], rules })
    expect(await lines()).toHaveLength(2)
  })

  test('the switch of equal rules turns off each of them', async () => {
    const rules = [aRule(fired), aRule({ ...fired, ...ofFrame })]
    const asked = show({ open: [episode()], devices, series: [tomato, frame], rules })
    fireEvent.click(
      await screen.findByRole('switch', { name: 'Temperature at or above 28\u00a0°C, Tomato house, Frame' }),
    )
    await waitFor(() => expect(asked.filter((call) => call.startsWith('PATCH /api/rules/'))).toHaveLength(2))
    expect(asked).toContain(`PATCH /api/rules/${ofFrame.ruleId}`)
  })
})

test('a day of the strip lists what was open on it, and nothing else', async () => {
  const noon = new Date()
  noon.setHours(12, 0, 0, 0)
  const hoursAgo = (hours: number) => new Date(noon.getTime() - hours * 3_600_000).toISOString()
  const during = (name: string, openedAt: string, closedAt: string) => closed({ name, openedAt, closedAt })
  show({
    open: [
      episode({ name: 'Still open', openedAt: hoursAgo(72) }),
      episode({ name: 'Opened later', openedAt: ago(0) }),
    ],
    closed: [
      during('Of yesterday', hoursAgo(25), hoursAgo(24)),
      during('Before and after', hoursAgo(49), hoursAgo(1)),
      during('Older', hoursAgo(73), hoursAgo(49)),
    ],
  })
  await rows('Open alerts')
  const days = within(screen.getByRole('region', { name: 'Last 30 days' })).getAllByRole('button')
  fireEvent.click(days.at(-2) ?? document.body)
  await screen.findByText('3 alerts on this day')
  const lines = (await rows(/^Alerts of /)).map(plain)
  expect(lines.map((line) => /Still open|Of yesterday|Before and after|Older|Opened later/.exec(line)?.[0])).toEqual([
    'Still open',
    'Of yesterday',
    'Before and after',
  ])
  expect(screen.queryByRole('list', { name: 'Open alerts' })).toBeNull()
})

test('the prerendered strip contains no day, whose date only the browser knows', () => {
  const days = [{ date: '2026-06-16', openSeconds: 3600, count: 1 }]
  const markup = renderToString(<DayStrip days={days} chosen={undefined} onChoose={() => undefined} />)
  expect(markup).toContain('Hours open, last 30 days')
  expect(markup).not.toMatch(/style=|>16<|<button|role="slider"/)
})

describe('an alert that the address names', () => {
  const focused = () => plain(document.activeElement?.closest('li'))

  test('focuses its row once, however many rows are above it', async () => {
    const many = Array.from({ length: 60 }, (_, index) => episode({ name: `Bench ${index}`, openedAt: ago(index) }))
    const { client } = open({ open: many }, `?episode=${many[40]?.episodeId}`)
    await waitFor(() => expect(focused()).toContain('Bench 40'))
    expect(await rows('Open alerts')).toHaveLength(41)
    screen.getByRole('button', { name: /^19 more/ })
    const other = screen.getAllByRole('link', { name: /Bench 3/ })[0]
    other?.focus()
    await client.invalidateQueries({ queryKey: ['alerts'] })
    expect(document.activeElement).toBe(other)
  })

  test('focuses its row when it has closed, or is joined to others', async () => {
    const [noon, rule] = [new Date(), nextId()]
    noon.setDate(noon.getDate() - 1)
    const repeats = [12, 11, 10].map((hour) => {
      const openedAt = new Date(noon.setHours(hour, 0, 0, 0)).toISOString()
      return closed({ ruleId: rule, openedAt, closedAt: new Date(noon.setHours(hour, 30, 0, 0)).toISOString() })
    })
    show({ closed: [closed({ name: 'Shed', openedAt: ago(5) }), ...repeats] }, `?episode=${repeats[2]?.episodeId}`)
    await waitFor(() => expect(focused()).toContain('3 times'))
    expect(await rows('Closed alerts')).toHaveLength(2)
  })

  test('loads older alerts until the one of the address is shown', async () => {
    const day = 24 * 60
    const old = [1, 12, 40, 90].map((days) =>
      closed({ name: `Day ${days}`, openedAt: ago(days * day), closedAt: ago(days * day - 60) }),
    )
    show({ closed: old }, `?episode=${old[2]?.episodeId}`)
    await waitFor(() => expect(focused()).toContain('Day 40'))
    expect((await rows('Closed alerts')).map(plain).join()).not.toContain('Day 90')
  })
})

describe('without alerts', () => {
  test('counts the active rules when there are no alerts', async () => {
    show({ rules: [aRule(), aRule({ ruleId: nextId() }), aRule({ ruleId: nextId(), isOn: false })] })
    await screen.findByText('No alerts found')
    await screen.findByText(/^2 rules are on\. When one is broken, it stands here/)
    expect(screen.getByRole('link', { name: 'See rules' }).getAttribute('href')).toBe('/myalertcondition?view=devices')
    screen.getByRole('link', { name: 'Set up a channel' })
    screen.getByText('No alerts yet.')
  })

  test('offers a rule to a household without one', async () => {
    show({})
    await screen.findByText(/^No rule is on\./)
    const link = await screen.findByRole('link', { name: 'Add a rule' })
    expect(link.getAttribute('href')).toBe('/rules/new')
  })

  test('says that none is open when all have closed', async () => {
    show({ closed: [closed()] })
    await screen.findByRole('heading', { name: 'None open' })
    expect(screen.getAllByText(/^The last one closed (?:today|yesterday) /).length).toBeGreaterThan(0)
  })
})
