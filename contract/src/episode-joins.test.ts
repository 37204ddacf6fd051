import { expect, test } from 'vitest'
import { countTogether, joinRepeats } from './episode-joins.ts'
import type { Episode } from './episodes.ts'

const RULE = { ruleId: 'heat', deviceId: 'bench', name: 'Bench', kind: 'above' } as const
const one = (episodeId: string, openedAt: string, more: Partial<Episode> = {}) =>
  ({ ...RULE, episodeId, openedAt, ...more }) as Episode
const dayOf = (openedAt: string) => openedAt.slice(0, 10)
const joined = (...episodes: Episode[]) =>
  joinRepeats(episodes, dayOf).map(({ all }) => all.map(({ episodeId }) => episodeId).join(''))

test('joins repeats of a rule and device within a day at the newest', () => {
  expect(
    joined(
      one('e', '2026-06-15T09:00:00Z'),
      one('d', '2026-06-15T08:00:00Z', { ruleId: 'frost' }),
      one('c', '2026-06-15T07:00:00Z'),
      one('b', '2026-06-15T06:00:00Z', { deviceId: 'shed' }),
      one('a', '2026-06-14T23:00:00Z'),
    ),
  ).toEqual(['ec', 'd', 'b', 'a'])
})

test('keeps alerts without a rule, notes and due plants apart', () => {
  const at = '2026-06-15T09:00:00Z'
  expect(joined(one('a', at, { ruleId: null }), one('b', at, { ruleId: null }))).toEqual(['a', 'b'])
  expect(joined(one('a', at, { kind: 'note' }), one('b', at, { kind: 'note' }))).toEqual(['a', 'b'])
  expect(joined(one('a', at, { kind: 'due' }), one('b', at, { kind: 'due' }))).toEqual(['a', 'b'])
})

test.each([
  [58, 1],
  [5, 1],
  [4, 4],
])('counts %i devices that went silent together as %i', (devices, count) => {
  const together = Array.from({ length: devices }, (_, second) => ({
    kind: 'silent' as const,
    openedAt: new Date(Date.UTC(2026, 5, 16, 11, 5, second)).toISOString(),
  }))
  const others = [
    { kind: 'above', openedAt: '2026-06-16T11:05:00.000Z' },
    { kind: 'silent', openedAt: '2026-06-16T13:00:00.000Z' },
  ] as const
  expect(countTogether([...together, ...others])).toBe(count + 2)
})
