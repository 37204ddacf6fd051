import { expect, test } from 'vitest'
import { compareLists, compareMessages, compareReadings } from '../../../testing/load/compare.ts'
import { episodesOf, isCrossing, readingOf, timeOf, type Pattern } from '../../../testing/load/pattern.ts'
import { wrongIn, type Counts } from '../../../testing/load/read-back.ts'
import { aboutEpisode } from '../../../testing/load/webhooks.ts'
import { seededRandom } from '../../../testing/random.ts'
import { drawFault, ROWS } from './rows.ts'
import { HEAD, tableRow } from './table.ts'

const pattern: Pattern = { first: 3, every: 4 }
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number)

test('expects an episode for each stretch of readings above the limit', () => {
  expect(upTo(12).filter((number) => isCrossing(pattern, number))).toEqual([3, 7, 11])
  expect(episodesOf(pattern, 'a', upTo(3))).toEqual([])
  expect(episodesOf(pattern, 'a', upTo(12))).toEqual([
    { deviceId: 'a', openedAt: timeOf(3), closedAt: timeOf(7) },
    { deviceId: 'a', openedAt: timeOf(11), closedAt: null },
  ])
})

test('expects an episode from the first reading above the limit that was stored', () => {
  const without = [...upTo(3), 5, 6, 8]
  expect(episodesOf(pattern, 'a', without)).toEqual([{ deviceId: 'a', openedAt: timeOf(5), closedAt: timeOf(8) }])
})

const board = {
  acknowledged: new Set([0, 1, 2]),
  refused: new Map([[3, 'PUBACK 0x97']]),
  sent: 5,
  valuesOf: (number: number) => readingOf(pattern, 7, number),
}
const shown = (numbers: readonly number[], index = 7) =>
  numbers.map((number) => ({ number, ...readingOf(pattern, index, number) }))

test('finds nothing wrong when each reading is there once, acknowledged or not', () => {
  const nothing = { lost: [], doubled: [], foreign: [] }
  expect(compareReadings(board, shown([0, 1, 2, 3]))).toEqual(nothing)
  expect(compareReadings(board, shown([0, 1, 2, 3, 4]))).toEqual(nothing)
})

test('finds each lost, doubled and foreign reading', () => {
  expect(compareReadings(board, shown([0, 2, 3]))).toMatchObject({ lost: [1] })
  expect(compareReadings(board, shown([0, 1, 1, 2, 2, 2, 3]))).toMatchObject({ lost: [], doubled: [1, 2] })
  expect(compareReadings(board, shown([0, 1, 2, 3, 5, 0.5, -1]))).toMatchObject({ foreign: [5, 0.5, -1] })
  expect(compareReadings(board, [...shown([0, 1, 3]), ...shown([2], 8)])).toEqual({
    lost: [],
    doubled: [],
    foreign: [2],
  })
})

test('counts a reading that was refused for good as lost', () => {
  expect(compareReadings(board, shown([0, 1, 2]))).toMatchObject({ lost: [3] })
})

test('finds each missing and surplus line, also among equal ones', () => {
  expect(compareLists(['a', 'b', 'b'], ['b', 'a', 'b'])).toEqual({ missing: [], surplus: [] })
  expect(compareLists(['a', 'b', 'b'], ['b', 'c'])).toEqual({ missing: ['a', 'b'], surplus: ['c'] })
  expect(compareLists(['a'], ['a', 'a'])).toEqual({ missing: [], surplus: ['a'] })
})

test('distinguishes a message under two ids from one delivered twice under its id', () => {
  const [opened, closed] = ['episode.opened', 'episode.closed'].map((type) => aboutEpisode(type, 'a', timeOf(3)))
  const expected = [`p ${opened}`, `p ${closed}`]
  const one = { id: '1', path: 'p', about: opened! }
  const other = { id: '2', path: 'p', about: closed! }
  const found = (...received: Array<typeof one>) => compareMessages(expected, received)
  expect(found(one, other)).toEqual({ missing: [], surplus: [], doubled: [], again: 0 })
  expect(found(one, other, one)).toEqual({ missing: [], surplus: [], doubled: [], again: 1 })
  expect(found(one, other, { ...one, id: '3' })).toMatchObject({ missing: [], doubled: [`p ${opened}`], again: 0 })
  expect(found(one)).toMatchObject({ missing: [`p ${closed}`] })
  expect(found(one, other, { ...one, id: '4', path: 'q' })).toMatchObject({ surplus: [`q ${opened}`], doubled: [] })
})

const counts: Counts = {
  acknowledged: 300,
  unanswered: 0,
  lost: 0,
  doubled: 0,
  foreign: 0,
  episodes: { expected: 6, missing: 0, surplus: 0 },
  messages: { expected: 4, missing: 0, surplus: 0, doubled: 0, again: 1 },
  frames: 280,
  framesMissed: 0,
}

test.each<Partial<Counts>>([
  { unanswered: 1 },
  { lost: 1 },
  { doubled: 1 },
  { foreign: 1 },
  { framesMissed: 1 },
  { episodes: { expected: 6, missing: 1, surplus: 0 } },
  { episodes: { expected: 6, missing: 0, surplus: 1 } },
  { messages: { ...counts.messages, missing: 1 } },
  { messages: { ...counts.messages, surplus: 1 } },
  { messages: { ...counts.messages, doubled: 1 } },
])('counts a fault of a run with %j', (difference) => {
  expect(wrongIn(counts)).toBe(0)
  expect(wrongIn({ ...counts, ...difference })).toBe(1)
})

test('prints a row with all counts and the longest wait in each fault', () => {
  const waits = [
    ['one', 1234],
    ['other', 900],
  ] as const
  const row = tableRow({ title: 'PostgreSQL crashed' }, { counts, waits, rounds: 3 })
  expect(row).toBe(
    '| PostgreSQL crashed, 3 times | 300 | 0 | 0 | 0 | 6 of 6 | 4 of 4 | 0 (same id again: 1) | 0 (280 frames) | 1.2; 0.9 s |',
  )
  expect(HEAD.split('\n').map((line) => line.split(' | ').length)).toEqual([10, 10])
  expect(row.split(' | ')).toHaveLength(10)
})

test('draws the same faults for the same seed, and all kinds of them', () => {
  const draw = (seed: number, on: 'cluster' | 'one process') => {
    const random = seededRandom(seed)
    return Array.from({ length: 300 }, () => drawFault(on, random).name)
  }
  expect(draw(7, 'cluster')).toEqual(draw(7, 'cluster'))
  const kinds = new Set(draw(7, 'cluster').map((name) => name.replaceAll(/\d+/g, 'n')))
  for (const { faults } of ROWS.filter(({ on }) => on === 'cluster'))
    for (const { name } of faults.filter((fault) => !fault.name.endsWith('for good')))
      expect(kinds).toContain(name.replaceAll(/\d+/g, 'n'))
  expect(draw(7, 'one process').filter((name) => /NATS|proxy|gateway/.test(name))).toEqual([])
})
