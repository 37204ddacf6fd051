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

const shown = { now, celsius: true }

test('says how cold it was at the coldest, and when', () => {
  const day = [at(1, 8), at(4, -2), at(6, null), at(8, 9)]
  const when = formatTime(day[1]?.time ?? '')
  expect(deviceSentence(tomato(now - 60_000), day, shown)).toBe(
    `Coldest in Tomato house: \u22122,0\u00a0°C at ${when}.`,
  )
  expect(deviceSentence(tomato(now), day, { now, celsius: false })).toContain(': 28,4\u00a0°F at')
})

test('prefers the lowest value of a bucket to its average', () => {
  const sudden = { ...at(6, 9), min: { ...nothing, temperature: -5 } }
  expect(deviceSentence(tomato(now), [at(0, 8), sudden], shown)).toContain(formatTime(sudden.time))
})

test('is not made of fewer than six hours', () => {
  expect(deviceSentence(tomato(now), [at(3, 8), at(8, 9)], shown)).toBeUndefined()
  expect(deviceSentence(tomato(now), [at(3, 8), at(9, 9)], shown)).toBeDefined()
})

test('reports silence before anything else', () => {
  expect(deviceSentence(tomato(now - 101 * 60_000), [at(1, 8)], shown)).toContain('silent since 20/11/2026')
  expect(deviceSentence(tomato(null), [], shown)).toBe('Tomato house has not sent a reading yet.')
})

test('is undefined for a day without temperatures', () => {
  expect(deviceSentence(tomato(now), [at(1, null), at(8, null)], shown)).toBeUndefined()
})
