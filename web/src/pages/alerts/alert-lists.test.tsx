import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { ago, nextId, episode, closed, plain, rows, show } from './alerts-screen.fixture.tsx'

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
  expect(plain(list)).toContain('Any device sends nothing for 10 of its intervals')
  expect(plain(list)).toContain('All devices but 2, once, 1 min')
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
