import { expect, test } from 'vitest'
import { openClockWatch } from './clock-watch.ts'
import { openLog } from '../log.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

function watched(seenBefore = 0) {
  const clock = { now: NOON, monotonic: 0 }
  const watch = openClockWatch({ log: openLog('silent'), now: () => clock.now }, seenBefore, () => clock.monotonic)
  return { clock, watch }
}

test.each([
  ['a first start', 0, false],
  ['a start after an hour', NOON - 60 * MINUTE, false],
  ['a start within a minute of what was seen', NOON + MINUTE, false],
  ['a start without a clock that was set', NOON + 2 * MINUTE, true],
])('judges the clock at %s', (_when, seenBefore, behind) => {
  expect(watched(seenBefore).watch.isBehind()).toBe(behind)
})

test('reports a clock that is set back as behind until it reaches the time from before', () => {
  const { clock, watch } = watched()
  const behind = (now: number) => {
    clock.now = now
    return watch.isBehind()
  }
  expect([behind(NOON), behind(NOON - 5 * MINUTE), behind(NOON - 2 * MINUTE), behind(NOON - MINUTE)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('trusts a clock that was ahead once, and is right since, after ten minutes', () => {
  const { clock, watch } = watched(Date.parse('2099-01-01T00:00:00Z'))
  expect(watch.isBehind()).toBe(true)
  clock.now += 9 * MINUTE
  clock.monotonic += 9 * MINUTE
  expect(watch.isBehind()).toBe(true)
  clock.now += MINUTE
  clock.monotonic += MINUTE
  expect([watch.isBehind(), watch.seen()]).toEqual([false, clock.now])
})
