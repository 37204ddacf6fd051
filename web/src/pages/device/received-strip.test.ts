import { HOUR_MS } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { receivedBars, receivedCounts, spokenBars } from './received-strip.ts'

const NOW = new Date(2026, 5, 16, 14, 20).getTime()
const halfHours = (count: number, changed: Record<number, number> = {}) =>
  Array.from({ length: 48 }, (_, index) => changed[index] ?? count)
const bars = (received: readonly number[], intervalSeconds = 30) => receivedBars(received, intervalSeconds, NOW)

test('a bar is as high as the share of received readings, at most 100 %', () => {
  const shares = bars(halfHours(60, { 3: 30, 4: 0, 5: 90 })).map(({ share }) => share)
  expect(shares).toHaveLength(48)
  expect(shares.slice(2, 7)).toEqual([1, 0.5, 0, 1, 1])
})

test('a device with an interval of two hours has bars of two hours', () => {
  const everyTwoHours = Array.from({ length: 48 }, (_, index) => (index % 4 === 1 ? 1 : 0))
  const found = bars(everyTwoHours, 7200)
  expect(found.map(({ share }) => share)).toEqual(Array(12).fill(1))
  expect(spokenBars(found)).toBe('Readings came throughout the last 24 hours.')
})

test.each([
  ['nothing is missing', {}, 'Readings came throughout the last 24 hours.'],
  ['one gap', { 20: 0, 21: 0 }, 'No readings from 00.20 to 01.20.'],
  ['a gap that goes on', { 46: 0, 47: 0 }, 'No readings since 13.20.'],
  ['two gaps', { 0: 0, 47: 0 }, 'No readings from 14.20 to 14.50 and since 13.50.'],
  [
    'many gaps',
    { 0: 0, 2: 0, 4: 0, 6: 0, 8: 0 },
    'No readings from 14.20 to 14.50, from 15.20 to 15.50, from 16.20 to 16.50 and 2 more times.',
  ],
])('the description of the strip is: %s', (_, changed: Record<number, number>, sentence) => {
  expect(spokenBars(bars(halfHours(60, changed)))).toBe(sentence)
})

test('a day without readings is described in one sentence', () => {
  expect(spokenBars(bars(halfHours(0)))).toBe('No readings in the last 24 hours.')
  expect(formatTime(bars(halfHours(0))[0]?.from ?? 0)).toBe(formatTime(NOW - 24 * HOUR_MS))
})

test('a surplus of readings is described by its count only', () => {
  expect(receivedCounts(halfHours(60), 2880)).toEqual({ came: 2880, expected: 2880 })
  expect(receivedCounts(halfHours(61), 2880)).toEqual({ came: 2928, expected: undefined })
})
