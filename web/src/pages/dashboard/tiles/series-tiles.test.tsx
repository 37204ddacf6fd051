import { metricById, metrics } from '@greenhouse/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientAs } from '../../../shared/household/household.fixture.ts'
import { formatTime } from '../../../lib/format.ts'
import { NO_LIMITS, type SeriesDay, type SeriesTile } from '../../../shared/series/series-tile.ts'
import { SeriesTiles } from './series-tiles.tsx'

const NOW = Date.parse('2026-06-16T12:20:08Z')
const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function aTile(more: Partial<SeriesTile> = {}): SeriesTile {
  return {
    seriesId: 'series',
    deviceId: 'device',
    deviceName: 'North end',
    metric: metricById('temperature'),
    channel: '',
    label: 'Temperature',
    intervalSeconds: 30,
    device: { time: NOW, intervalSeconds: 86_400 },
    newest: { time: NOW - 12_000, value: 34.1 },
    day: aDay(),
    limits: NO_LIMITS,
    href: '/history?series=series',
    ...more,
  }
}

function aDay(more: Partial<SeriesDay> = {}): SeriesDay {
  return {
    from: NOW - 1440 * MINUTE,
    isFirst: false,
    to: NOW,
    runs: [],
    nights: [],
    lowest: 14.9,
    highest: 35.2,
    intervalSeconds: 30,
    ...more,
  }
}

const show = (...tiles: SeriesTile[]) =>
  render(
    <QueryClientProvider client={clientAs('owner')}>
      <SeriesTiles tiles={tiles} celsius opened={new Set()} onToggle={() => undefined} onAct={() => undefined} />
    </QueryClientProvider>,
  )
const nameOf = () => screen.getByRole('link').getAttribute('aria-label')

test.each([1, 2, 5, 9, 14, 18, 24, 40])('each visible series of %d has exactly one link', (count) => {
  const tiles = Array.from({ length: count }, (_, index) => {
    const metric = metrics[index % metrics.length] ?? metricById('other')
    return aTile({ seriesId: String(index), metric, label: `Sensor ${index}` })
  })
  show(...tiles)
  const names = screen.getAllByRole('link').map((link) => link.getAttribute('aria-label')?.split(',')[0])
  expect(new Set(names).size).toBe(names.length)
  const folded = screen
    .queryAllByRole('button', { name: /\d+ more$|^Show all/ })
    .map(({ textContent }) => Number(/\d+/.exec(textContent ?? '')?.[0]))
  expect(names.length + folded.reduce((sum, hidden) => sum + hidden, 0)).toBe(count)
})

test('a tile is labelled with its series, device, value, broken limit and age', () => {
  show(aTile({ limits: { lower: undefined, upper: 30 } }))
  expect(nameOf()).toBe('Temperature, North end, 34,1\u00a0°C, above the limit of 30, 12 seconds ago')
  expect(screen.getByText('above 30')).toBeDefined()
})

test('a tile whose value equals its limit is at it, not above', () => {
  show(aTile({ limits: { lower: undefined, upper: 34.1 } }))
  expect(nameOf()).toContain(', at the limit of 34,1, ')
  expect(screen.getByText('at 34,1')).toBeDefined()
})

test('the tile of a slow sensor is silent once its device is', () => {
  const device = { time: NOW - 6 * MINUTE, intervalSeconds: 30 }
  show(aTile({ intervalSeconds: 3600, newest: { time: device.time, value: 34.1 }, device }))
  expect(nameOf()).toMatch(/, silent since /)
})

test('a tile becomes late and then silent without a reload, and keeps its last value', () => {
  show(aTile())
  act(() => void vi.advanceTimersByTime(2 * MINUTE))
  expect(nameOf()).toBe('Temperature, North end, 34,1\u00a0°C, late, 2 minutes ago')
  act(() => void vi.advanceTimersByTime(7 * MINUTE))
  expect(nameOf()).toMatch(/^Temperature, North end, 34,1\s°C, silent since /)
  expect(screen.getByText('9 min')).toBeDefined()
  expect(screen.getByText('34,1').parentElement?.className).toContain('text-ink-soft')
})

test('a tile shows its extremes of a day, and of the first day since when', () => {
  show(aTile(), aTile({ seriesId: 'new', day: aDay({ from: NOW - 41 * MINUTE, isFirst: true }) }))
  const texts = screen.getAllByText(/^(min|since)/).map((one) => one.parentElement?.textContent)
  expect(texts).toEqual(['min 14,9max 35,2', `14,9 to 35,2since ${formatTime(NOW - 41 * MINUTE)}`])
})

test('a series without a value shows when its first one is due', () => {
  show(aTile({ newest: null, day: undefined }))
  expect(screen.getByText('Waiting for the first reading, due within 30 s.')).toBeDefined()
  expect(nameOf()).toBe('Temperature, North end, N/A, no reading yet')
})

test('the bars have marks only for series with a limit and a value', () => {
  const limits = { lower: undefined, upper: 30 }
  const tiles = [
    aTile({ seriesId: 'limited', limits }),
    aTile({ seriesId: 'free' }),
    aTile({ seriesId: 'waiting', limits, newest: null }),
  ]
  const others = ['humidity', 'vpd', 'co2', 'ppfd', 'dewPoint', 'soilMoisture'].map((id) =>
    aTile({ seriesId: id, metric: metricById(id), label: id }),
  )
  show(...tiles, ...others)
  const meters = screen.getAllByRole('meter').map((meter) => meter.getAttribute('aria-valuetext'))
  expect(meters).toEqual(['34,1\u00a0°C, above the limit of 30', '34,1\u00a0°C', 'N/A'])
})

test('the bars of three probes are announced by screen readers', () => {
  const probe = (index: number, value: number) =>
    aTile({
      seriesId: `probe ${index}`,
      metric: metricById('soilMoisture'),
      label: `Probe ${index}`,
      newest: { time: NOW, value },
      limits: { lower: 25, upper: undefined },
    })
  const others = ['temperature', 'humidity', 'vpd', 'co2', 'ppfd', 'dewPoint'].map((id) =>
    aTile({ seriesId: id, metric: metricById(id), label: id }),
  )
  show(probe(1, 41), probe(2, 38), probe(3, 22), ...others)
  const meters = screen.getAllByRole('meter').map((meter) => meter.getAttribute('aria-valuetext'))
  expect(meters).toEqual(['41\u00a0%, in range', '38\u00a0%, in range', '22\u00a0%, below the limit of 25'])
})

test('the menu of a series is beside its link, and offers no calibration for calculated ones', () => {
  const derived = aTile({ seriesId: 'vpd', metric: metricById('vpd'), label: 'VPD' })
  show(aTile(), derived)
  const menu = screen.getByRole('menu', { name: 'Change Temperature' })
  expect(screen.getAllByRole('link').some((link) => link.contains(menu))).toBe(false)
  const entries = (label: string) =>
    within(screen.getByRole('menu', { name: `Change ${label}` })).getAllByRole('menuitem')
  expect(entries('Temperature').map(({ textContent }) => textContent)).toEqual([
    'Edit label',
    'Calibrate',
    'Limits',
    'Alert me above…',
    'Hide',
  ])
  expect(entries('VPD').map(({ textContent }) => textContent)).toEqual([
    'Edit label',
    'Limits',
    'Alert me above…',
    'Hide',
  ])
})
