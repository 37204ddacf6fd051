import { HOUR_MS } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { formatTime } from '../../lib/format.ts'
import { deviceSentence } from './device-sentence.ts'

const START = new Date(2026, 10, 20).getTime()
const now = START + 9.7 * HOUR_MS
const dayOf = (...values: ReadonlyArray<readonly [hour: number, value: number]>) => ({
  time: values.map(([hour]) => START + hour * HOUR_MS),
  mean: values.map(([, value]) => value),
})
const tomato = (time: number | null) => ({
  deviceName: 'Tomato house',
  waitTime: '600',
  time: time === null ? null : new Date(time).toISOString(),
})

const shown = { now, celsius: true }

test('names the lowest temperature of the night and its time', () => {
  const day = dayOf([1, 8], [4, -2], [8, 9])
  const when = formatTime(START + 4 * HOUR_MS)
  expect(deviceSentence(tomato(now - 60_000), day, shown)).toBe(
    `Coldest last night: Tomato house, \u22122,0\u00a0°C at ${when}.`,
  )
  expect(deviceSentence(tomato(now), day, { now, celsius: false })).toContain(', 28,4\u00a0°F at')
})

test('names no night when the lowest temperature was in the day', () => {
  expect(deviceSentence(tomato(now), dayOf([1, 8], [9.5, -2]), shown)).toMatch(/^Coldest in Tomato house: /)
})

test('prefers the minimum of a bucket to its average', () => {
  const day = { ...dayOf([0, 8], [6, 9]), min: [8, -5] }
  expect(deviceSentence(tomato(now), day, shown)).toContain(formatTime(START + 6 * HOUR_MS))
})

test('returns no sentence for less than six hours', () => {
  expect(deviceSentence(tomato(now), dayOf([3, 8], [8, 9]), shown)).toBeUndefined()
  expect(deviceSentence(tomato(now), dayOf([3, 8], [9, 9]), shown)).toBeDefined()
})

test('the sentence of a device reports silence before anything else', () => {
  expect(deviceSentence(tomato(now - 101 * 60_000), dayOf([1, 8]), shown)).toContain('silent since 20/11/2026')
  expect(deviceSentence(tomato(null), undefined, shown)).toBe('Tomato house has not sent a reading yet.')
})

test('returns undefined for a day without temperatures', () => {
  expect(deviceSentence(tomato(now), undefined, shown)).toBeUndefined()
  expect(deviceSentence(tomato(now), dayOf(), shown)).toBeUndefined()
})
