import { expect, test } from 'vitest'
import { takenInstant } from './taken-at.ts'

const NOW = Date.parse('2026-06-16T12:30:00Z')
const shown = (date: string, seconds = 0) => ({ date, seconds })

test('reads the clock of a camera in the zone of the household', () => {
  const time = shown('2026-06-16', 14 * 3600 + 20 * 60 + 8)
  expect(takenInstant(time, 'Europe/Copenhagen', NOW)).toBe('2026-06-16T12:20:08.000Z')
})

test.each([
  ['ahead of the time', shown('2026-06-17')],
  ['never set', shown('1899-12-31')],
])('ignores the clock of a camera that was %s', (_name, time) => {
  expect(takenInstant(time, 'Europe/Copenhagen', NOW)).toBeUndefined()
})
