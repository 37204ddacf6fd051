import { expect, test } from 'vitest'
import { TokenBuckets } from './token-bucket.ts'

function buckets(burst: number, perSecond: number) {
  const clock = { now: 0 }
  return { clock, buckets: new TokenBuckets<string>({ burst, perSecond }, () => clock.now) }
}

test('allows a burst at once, then makes an overdraft wait', () => {
  const { clock, buckets: shares } = buckets(10, 5)
  expect(shares.consume('a', 9)).toBe(0)
  expect(shares.consume('a', 6)).toBe(1000)
  expect(shares.waitMs('a')).toBe(1000)
  clock.now += 1001
  expect(shares.waitMs('a')).toBe(0)
  expect(shares.consume('a', 1)).toBeGreaterThan(0)
})

test('refills to a whole burst and never beyond it', () => {
  const { clock, buckets: shares } = buckets(10, 5)
  shares.consume('a', 10)
  clock.now += 3_600_000
  expect([shares.consume('a', 9), shares.consume('a', 1)]).toEqual([0, 1])
})

test('has a bucket for each key', () => {
  const { buckets: shares } = buckets(10, 5)
  shares.consume('a', 1000)
  expect([shares.waitMs('a') > 0, shares.waitMs('b')]).toEqual([true, 0])
})

test('allows everything without a rate', () => {
  const { buckets: shares } = buckets(10, 0)
  expect([shares.consume('a', 1_000_000), shares.waitMs('a')]).toEqual([0, 0])
})

test('keeps the bucket of a waiting key, however many others are used', () => {
  const { buckets: shares } = buckets(10, 5)
  shares.consume('a', 1000)
  for (let index = 0; index < 30_000; index++) shares.consume(`visitor ${index}`)
  expect(shares.waitMs('a')).toBeGreaterThan(0)
})
