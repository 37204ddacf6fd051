import { expect, test } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { deviceSentence } from './device-sentence.ts'

const now = Date.UTC(2026, 10, 20, 9, 41)
const nothing = { humidity: null, airPressure: null, airQuality: null }
const at = (hour: number, temperature: number | null) => ({
  ...nothing,
  temperature,
  time: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
})
const tomato = (time: number | null) => ({
  deviceName: 'Tomato house',
  deviceWaitTime: '600',
  time: time === null ? null : new Date(time).toISOString(),
})

test('says when it was coldest', () => {
  const day = [at(1, 8), at(4, -2), at(6, null), at(8, 9)]
  expect(deviceSentence(tomato(now - 60_000), day, now)).toBe(
    `Tomato house was coldest at ${formatTime(day[1]?.time ?? '')}.`,
  )
})

test('prefers the lowest value of a bucket to its average', () => {
  const sudden = { ...at(6, 9), min: { ...nothing, temperature: -5 } }
  expect(deviceSentence(tomato(now), [at(1, 8), sudden], now)).toContain(formatTime(sudden.time))
})

test('never names a time in the future', () => {
  const soon = { ...at(9, -5), time: new Date(now + 4 * 60_000).toISOString() }
  expect(deviceSentence(tomato(now - 60_000), [at(1, 8), soon], now)).toContain(formatTime(now - 60_000))
})

test('reports silence before anything else', () => {
  expect(deviceSentence(tomato(now - 101 * 60_000), [at(1, 8)], now)).toContain('silent since 20/11/2026')
  expect(deviceSentence(tomato(null), [], now)).toBe('Tomato house has not sent a reading yet.')
})

test('is undefined for a day without temperatures', () => {
  expect(deviceSentence(tomato(now), [at(1, null)], now)).toBeUndefined()
})
