import { describe, expect, test } from 'vitest'
import { hasLater, movedRange, periodBefore } from './move-range.ts'
import { readView, shownRange, writeView } from '../view/history-view.ts'

const DAY = 86_400_000
const now = new Date(2026, 10, 20, 9, 41).getTime()
const read = (text: string) => readView(new URLSearchParams(text), now)
const length = (text: string) => {
  const { from, to } = shownRange(read(text), now)
  return (Date.parse(to) - Date.parse(from)) / DAY
}

describe('the arrows', () => {
  test('moves a preset by its whole length, at most to now', () => {
    const before = { ...read('range=7d'), ...movedRange(read('range=7d'), -1, now) }
    expect(before.end).toBeLessThanOrEqual(now - 6 * DAY)
    expect(hasLater(before, now)).toBe(true)
    const back = { ...before, ...movedRange(before, 1, now) }
    expect(back.end).toBeUndefined()
    expect(hasLater(back, now)).toBe(false)
    expect(readView(writeView(before, now), now)).toEqual(before)
  })

  test('moves dates by their number of days, at most to today', () => {
    const dates = read('from=2026-11-01&to=2026-11-10')
    expect(movedRange(dates, -1, now)).toMatchObject({ from: '2026-10-22', to: '2026-10-31' })
    expect(movedRange(dates, 1, now)).toMatchObject({ from: '2026-11-11', to: '2026-11-20' })
    expect(movedRange(read('from=2026-11-09&to=2026-11-18'), 1, now)).toMatchObject({
      from: '2026-11-11',
      to: '2026-11-20',
    })
  })

  test('moves a zoomed range, also out of the chosen dates', () => {
    const from = new Date(2026, 10, 1, 6).getTime()
    const zoomed = read(`from=2026-11-01&to=2026-11-01&zoom=${from}_${from + DAY / 2}`)
    const inside = { ...zoomed, ...movedRange(zoomed, -1, now) }
    expect(inside.zoom).toEqual({ from: from - DAY / 2, to: from })
    const outside = { ...inside, ...movedRange(inside, -1, now) }
    expect(readView(writeView(outside, now), now).zoom).toEqual({ from: from - DAY, to: from - DAY / 2 })
  })
})

describe('presets', () => {
  test.each([
    ['range=24h', 1],
    ['range=7d', 7],
    ['range=30d', 30],
    ['range=1y', 365],
  ])('the preset %s shows %d days until now', (text, days) => {
    expect(length(text)).toBe(days)
    const { to } = shownRange(read(text), now)
    expect(Date.parse(to)).toBeGreaterThanOrEqual(now)
    expect(Date.parse(to) - now).toBeLessThan((days * DAY) / 200)
  })

  test('falls back to the dates for an unknown preset', () => {
    expect(read('range=2w&end=5')).toEqual(read(''))
    expect(read(`range=7d&end=${now + DAY}`)).toEqual(read('range=7d'))
  })
})

test.each([
  ['range=24h', DAY, '24 hours before'],
  ['range=1y', 365 * DAY, 'year before'],
  ['from=2026-11-01&to=2026-11-01', DAY, 'day before'],
  ['from=2026-10-20&to=2026-10-29', 10 * DAY, '10 days before'],
])('the period before %s lies %d ms earlier: the %s', (text, shiftMs, name) => {
  expect(periodBefore(read(text), now)).toEqual({ shiftMs, name })
})
