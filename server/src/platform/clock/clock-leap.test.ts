import { expect, test } from 'vitest'
import { watchLeaps } from './clock-leap.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-20T00:00:00Z')

/** Returns a watch whose clock and monotonic time the test sets. */
function watched(seenBefore = START) {
  const time = { now: START, elapsed: 0 }
  const { isSteady } = watchLeaps(
    () => time.now,
    seenBefore,
    () => time.elapsed,
  )
  const pass = (days: number) => {
    time.now += days * DAY
    time.elapsed += days * DAY
  }
  return { time, isSteady, pass }
}

test('trusts a clock that runs evenly for any time', () => {
  const { isSteady, pass } = watched()
  pass(400)
  expect(isSteady()).toBe(true)
})

test('trusts a clock that leaps ahead by years only after a week', () => {
  const { time, isSteady, pass } = watched()
  time.now += 3650 * DAY
  expect(isSteady()).toBe(false)
  pass(6.9)
  expect(isSteady()).toBe(false)
  pass(0.2)
  expect(isSteady()).toBe(true)
})

test('trusts the clock of a machine that slept for a week or was set back', () => {
  const { time, isSteady } = watched()
  time.now += 7 * DAY
  expect(isSteady()).toBe(true)
  time.now -= 400 * DAY
  expect(isSteady()).toBe(true)
})

test.each([
  ['never before', 0, true],
  ['yesterday', START - DAY, true],
  ['ten years ago', START - 3650 * DAY, false],
])('judges the clock at the start of a server that ran %s', (_when, seenBefore, steady) => {
  expect(watched(seenBefore).isSteady()).toBe(steady)
})
