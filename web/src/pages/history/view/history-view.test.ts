import { describe, expect, test } from 'vitest'
import {
  dateFault,
  defaultDates,
  fetchedRange,
  pressedPreset,
  readView,
  shownRange,
  withFirstDay,
  writeView,
} from './history-view.ts'

const now = new Date(2026, 10, 20, 9, 41).getTime()
const read = (text: string) => readView(new URLSearchParams(text), now)

describe('the address of the history page', () => {
  test('the empty address of the history shows last month to today', () => {
    expect(read('')).toEqual({
      device: undefined,
      preset: undefined,
      end: undefined,
      from: '2026-10-20',
      to: '2026-11-20',
      tab: undefined,
      zoom: undefined,
      added: [],
      hidden: [],
      compare: false,
      compared: undefined,
      waterings: false,
      nights: true,
    })
  })

  test.each([
    ['from=2026-11-20&to=2026-10-20'],
    ['from=yesterday&to=today'],
    ['from=2026-13-45&to=2026-14-01'],
    ['zoom=5_1&tab=<b>'],
    ['zoom=1_2'],
    ['zoom=a_b'],
    ['series=%00,<b>&hide=a b'],
    ['compare=both'],
  ])('an invalid address of the history (%s) falls back to the default', (text) => {
    expect(read(text)).toEqual(read(''))
  })

  test('reads an address of the history as it was written', () => {
    const from = new Date(2026, 10, 2).getTime()
    const view = {
      device: 'd1',
      preset: undefined,
      end: undefined,
      added: ['d2.humidity', 'd3.temperature'],
      hidden: ['d2.humidity'],
      compare: true,
      compared: '0190a1b2-0000-4000-8000-00000000000a',
      waterings: true,
      nights: false,
      from: '2026-11-01',
      to: '2026-11-10',
      tab: 'humidity',
      zoom: { from, to: from + 5 },
    } as const
    expect(readView(writeView(view, now), now)).toEqual(view)
  })

  test('shows whole days of the browser, or the zoomed range', () => {
    const whole = shownRange(read('from=2026-11-01&to=2026-11-01'), now)
    expect(Date.parse(whole.to) - Date.parse(whole.from)).toBe(86_400_000 - 1)
    const from = new Date(2026, 10, 2).getTime()
    expect(shownRange(read(`zoom=${from}_${from + 1}`), now).from).toBe(new Date(from).toISOString())
  })

  test.each([
    [new Date(2026, 2, 31), '2026-02-28'],
    [new Date(2028, 2, 31), '2028-02-29'],
    [new Date(2026, 0, 5), '2025-12-05'],
  ])('the default range on %s begins a month before', (today, from) => {
    expect(defaultDates(today.getTime()).from).toBe(from)
  })
})

test('a zoomed range is fetched with a point on each side, and a whole one as it is', () => {
  const from = new Date(2026, 10, 2).getTime()
  const zoomed = read(`zoom=${from}_${from + 3_600_000}`)
  expect(fetchedRange(zoomed, { intervalSeconds: 600, now })).toEqual({
    from: new Date(from - 1_800_000).toISOString(),
    to: new Date(from + 5_400_000).toISOString(),
  })
  const whole = read('')
  expect(fetchedRange(whole, { intervalSeconds: 600, now })).toEqual(shownRange(whole, now))
})

describe('typed dates', () => {
  test.each([
    ['2026-11-02', '2026-11-01', 'from', { from: 'From date cannot be after To date' }],
    ['2026-11-02', '2026-11-01', 'to', { to: 'To date cannot be before From date' }],
    ['2026-11-01', '2026-11-01', 'to', {}],
    ['', '2026-11-01', 'from', { from: 'Not a valid date' }],
    ['2026-11-01', '', 'to', { to: 'Not a valid date' }],
  ] as const)('the dates %s to %s with %s changed are corrected', (from, to, changed, fault) => {
    expect(dateFault(from, to, changed)).toEqual(fault)
  })
})

describe('the chosen preset', () => {
  test.each([
    ['', '30d'],
    ['from=2026-10-23&to=2026-11-20', '30d'],
    ['from=2026-10-20&to=2026-11-19', 'custom'],
    ['from=2026-11-01&to=2026-11-20', 'custom'],
    ['range=7d', '7d'],
  ])('the dates of “%s” press %s', (address, preset) => {
    expect(pressedPreset(read(address), now)).toBe(preset)
  })

  test('shows the first day of a device from its first reading, until a range is chosen or the day is over', () => {
    const at = now - 3_600_000
    const first = withFirstDay(read(''), at, now)
    expect([pressedPreset(first, now), shownRange(first, now).from]).toEqual(['24h', new Date(at).toISOString()])
    expect(withFirstDay(read('range=7d'), at, now).since).toBeUndefined()
    expect(withFirstDay(read(''), now - 90_000_000, now).since).toBeUndefined()
  })

  test('a range that ends now includes the whole minute, also when a step of five minutes begins with it', () => {
    const minute = Math.floor(now / 300_000) * 300_000
    const first = withFirstDay(read(''), minute - 60_000, minute)
    for (const view of [first, read('range=24h')])
      expect(Date.parse(shownRange(view, minute).to)).toBe(minute + 300_000)
  })
})
