import { expect, test } from 'vitest'
import { firedWords, longestMs, messageCount } from './preview-facts.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-06-16T12:00:00.000Z')
const episode = (from: number, to: number | null) => ({
  openedAt: NOW - from * HOUR,
  closedAt: to === null ? null : NOW - to * HOUR,
  worst: 30,
})

test('an open episode lasts until now', () => {
  expect(longestMs([episode(10, 9), episode(4, null)], NOW)).toBe(4 * HOUR)
  expect(longestMs([], NOW)).toBe(0)
})

test.each([
  ['its beginning and its end', null, true, 2 + 1],
  ['its beginning only', null, false, 1 + 1],
  // Five hours: after one, two, three and four. At the fifth it is over.
  ['repetitions until it is over', 60, false, 1 + 4 + 1 + 1],
  ['repetitions and its end', 60, true, 1 + 4 + 1 + 1 + 1],
])('an episode sends messages of %s', (_, repeatMinutes, tellWhenOver, count) => {
  const episodes = [episode(10, 5), episode(1.5, null)]
  expect(messageCount(episodes, { repeatMinutes, tellWhenOver }, NOW)).toBe(count)
})

test.each([
  [0, 0, undefined, false, 'would never have fired'],
  [1, 0.5, undefined, false, 'would have fired once, 30\u00a0min'],
  [4, 18.2, undefined, false, 'would have fired 4 times, 18\u00a0h'],
  [4, 18.2, undefined, true, 'would have fired about 4 times, 18\u00a0h'],
  [2, 1.25, 12, false, 'would have fired 2 times in 12 days, 1\u00a0h 15\u00a0min'],
  [0, 0, 1, false, 'would never have fired in 1 day'],
])('%s episodes of %s hours in %s days, about: %s, are told as "%s"', (count, hours, days, isAbout, words) => {
  expect(firedWords({ count, openMs: hours * HOUR }, { days, isAbout })).toBe(words)
})
