import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compareClocks, serverNow } from './server-clock.ts'

const NOW = Date.parse('2026-06-16T12:00:00.400Z')

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  compareClocks(new Date(NOW).toUTCString(), NOW)
  vi.useRealTimers()
})

test.each([3_600_000, -3_600_000])('corrects a clock that is wrong by %i ms', (wrong) => {
  compareClocks(new Date(NOW - wrong).toUTCString())
  expect(Math.abs(serverNow() - (NOW - wrong))).toBeLessThan(1000)
})

test('keeps the clock of the browser while it is right', () => {
  compareClocks('Tue, 16 Jun 2026 12:00:01 GMT')
  expect(serverNow()).toBe(NOW)
})

test('ignores a reply without a date', () => {
  compareClocks(null)
  compareClocks('yesterday')
  expect(serverNow()).toBe(NOW)
})

test('knows a wrong clock after a reload', async () => {
  compareClocks(new Date(NOW - 3_600_000).toUTCString())
  vi.resetModules()
  const reloaded = await import('./server-clock.ts')
  expect(reloaded.serverNow()).toBe(serverNow())
})
