import { expect, test } from 'vitest'
import { yearOf, yearRange } from './year-range.ts'

test.each([
  [2026, 'UTC', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  [2026, 'Europe/Copenhagen', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  [2026, 'America/New_York', '2026-01-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  [2026, 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
  [9999, 'UTC', '9999-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
  [2026, 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
])('the year %i in %s', (year, timeZone, from, before) => {
  const range = yearRange(year, timeZone)
  expect(new Date(range.from).toISOString()).toBe(from)
  expect(new Date(range.before).toISOString()).toBe(before)
  expect(yearOf(range.from, timeZone)).toBe(year)
  expect(yearOf(range.from - 1, timeZone)).toBe(year - 1)
})
