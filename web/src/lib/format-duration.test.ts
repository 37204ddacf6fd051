import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

const HOUR = 3_600_000

test.each([
  [40_000, '40\u00a0s'],
  [12 * 60_000, '12\u00a0min'],
  [HOUR, '1\u00a0h'],
  [2 * HOUR + 10 * 60_000, '2\u00a0h 10\u00a0min'],
  [2 * HOUR - 1000, '2\u00a0h'],
  [76 * HOUR, '3\u00a0d 4\u00a0h'],
])('the duration of %i ms is formatted as %s', (ms, words) => expect(formatDuration(ms)).toBe(words))
