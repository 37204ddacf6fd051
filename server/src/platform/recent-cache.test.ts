import { expect, test } from 'vitest'
import { RecentCache } from './recent-cache.ts'

test('keeps a value in use while others pass through, and drops an unused one', () => {
  const cache = new RecentCache<string, number>(10)
  cache.set('used', 1)
  cache.set('unused', 2)
  for (let index = 0; index < 100; index++) {
    cache.set(`passing ${index}`, index)
    expect(cache.get('used')).toBe(1)
  }
  expect(cache.get('unused')).toBeUndefined()
  const kept = Array.from({ length: 100 }, (_, index) => cache.get(`passing ${index}`)).filter(
    (one) => one !== undefined,
  )
  expect(kept.length).toBeLessThan(10)
})
