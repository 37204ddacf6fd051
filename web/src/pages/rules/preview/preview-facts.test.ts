import { expect, test } from 'vitest'
import { coverage, firedWords, longestMs, messageCount, withOwn } from './preview-facts.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-06-16T12:00:00.000Z')
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString()
const episode = (from: number, to: number | null) => ({
  openedAt: ago(from),
  closedAt: to === null ? null : ago(to),
  worst: 30,
  worstAt: ago(from),
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
  [null, 0, false],
  [48, 2, false],
  [71, 3, false],
  [72, 3, true],
  [30 * 24, 30, true],
])('the readings of %s hours count as %s days', (hours, days, isEnough) => {
  const covered = hours === null ? null : { from: ago(hours), to: ago(0) }
  expect(coverage({ covered })).toEqual({ days, isEnough })
})

test.each([
  [0, 'Would never have fired'],
  [1, 'Would have fired once'],
  [4, 'Would have fired 4 times'],
])('the number of %s episodes is written as %s', (count, words) => {
  expect(firedWords(count)).toBe(words)
})

test.each([
  ['above', [27, 29], [27, 28, 29]],
  ['below', [29, 27], [29, 28, 27]],
  ['silent', [900, 60], [28, 60, 900]],
  ['above', [27, 28], [27, 28]],
] as const)('the limit of a rule %s is listed among the others %o', (kind, others, all) => {
  const of = (limit: number) => ({ limit, episodes: 1, openSeconds: 60 })
  expect(withOwn({ alternatives: others.map(of) }, of(28), kind).map(({ limit }) => limit)).toEqual(all)
})
