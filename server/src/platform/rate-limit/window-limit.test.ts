import { expect, test } from 'vitest'
import { WindowLimit } from './window-limit.ts'

function aLimit(max: number) {
  const clock = { now: 60_500 }
  return { clock, limit: new WindowLimit<string>({ max, windowMs: 1000, clock: () => clock.now }) }
}

test('makes the attempt beyond the limit wait for the next window, each key for itself', () => {
  const { clock, limit } = aLimit(2)
  expect(['a', 'a', 'a', 'b'].map((key) => limit.consume(key))).toEqual([0, 0, 500, 0])
  clock.now = 61_000
  expect(limit.consume('a')).toBe(0)
})

test('reports a key as spent without counting', () => {
  const { clock, limit } = aLimit(1)
  expect([limit.isSpent('a'), limit.isSpent('a')]).toEqual([false, false])
  limit.consume('a')
  expect([limit.isSpent('a'), limit.isSpent('b')]).toEqual([true, false])
  clock.now = 59_999
  expect(limit.isSpent('a')).toBe(false)
})

test('does not count keys beyond fifty thousand, and keeps counting known ones', () => {
  const { limit } = aLimit(1)
  for (let index = 0; index < 50_000; index++) limit.consume(`stranger ${index}`)
  expect([limit.consume('late'), limit.consume('late'), limit.consume('stranger 0')]).toEqual([0, 0, 500])
})
