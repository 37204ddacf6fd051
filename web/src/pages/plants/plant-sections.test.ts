import type { Plant } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { gaugeOf } from '../../shared/plant/due.ts'
import { aPlant } from '../../shared/plant/plant.fixture.ts'
import { foldedWords, sectionOf, sectionsOf, sharedRows } from './plant-sections.ts'

const NOW = new Date(2026, 5, 16, 14, 20).getTime()
const DAY = 86_400_000

function plant(plantName: string, daysAgo: number, waterEvery: number | null, more: Partial<Plant> = {}): Plant {
  return aPlant({ plantId: plantName, plantName, waterEvery, lastWatered: ago(daysAgo), ...more })
}

const ago = (days: number) => new Date(NOW - days * DAY).toISOString()

test.each([
  [plant('a', 5, 3), 'overdue'],
  [plant('a', 3.5, 3), 'today'],
  [plant('a', 2, 3), 'week'],
  [plant('a', 0, 7), 'week'],
  [plant('a', 0, 8), 'later'],
  [plant('a', 0, null), 'none'],
  [plant('a', 9, 3, { isDead: true }), 'dead'],
])('the section of a plant follows its due date, in case %#', (one, section) => {
  expect(sectionOf(one, NOW)).toBe(section)
})

describe('the sections of plants', () => {
  const chili = plant('Chili', 5, 3)
  const basil = plant('Basil', 4, 3)
  const mint = plant('Mint 10', 3, 3)
  const thyme = plant('Mint 2', 3, 3)
  const aloe = plant('Aloe', 9, 21)
  const plants = [aloe, mint, thyme, basil, chili]
  const shown = (all: readonly Plant[], first: ReadonlyMap<string, string | null> = new Map()) =>
    sectionsOf(all, first, NOW).map(({ title, plants: own, done }) => [
      title,
      own.map(({ plantName }) => plantName),
      done,
    ])

  test('the most overdue plant is the first, and names count as a reader does', () => {
    expect(shown(plants)).toEqual([
      ['Overdue', ['Chili', 'Basil'], 0],
      ['Today', ['Mint 2', 'Mint 10'], 0],
      ['Later', ['Aloe'], 0],
    ])
  })

  test('a plant that is watered stays in its place, and one that is corrected moves', () => {
    const first = new Map(plants.map(({ plantId, lastWatered }) => [plantId, lastWatered]))
    const watered = plants.map((one) => (one === chili ? { ...one, lastWatered: ago(0) } : one))
    expect(shown(watered, first)[0]).toEqual(['Overdue', ['Chili', 'Basil'], 1])
    const corrected = plants.map((one) => (one === mint ? { ...one, lastWatered: ago(9) } : one))
    expect(shown(corrected, first)[0]).toEqual(['Overdue', ['Mint 10', 'Chili', 'Basil'], 0])
  })
})

test.each([
  [
    [1, 3, 9, 2],
    [[1, 3], [9], [2]],
  ],
  [
    [1, 2, 2],
    [[1, 2], [2]],
  ],
  [
    [1, 1, 1, 1, 1],
    [[1, 1, 1, 1], [1]],
  ],
  [
    [5, 1],
    [[5], [1]],
  ],
])('sections of %j cards share rows of four as %j', (sizes, rows) => {
  expect(sharedRows(sizes, (size) => size, 4)).toEqual(rows)
})

test('the words of a folded section count the plants of the next days', () => {
  const due = (days: number, count: number) => Array.from({ length: count }, () => plant('a', 0, days))
  expect(foldedWords({ id: 'week', plants: [...due(4, 2), ...due(1, 3), ...due(2, 1), ...due(6, 5)] }, NOW)).toBe(
    'tomorrow 3, Thursday 1, Saturday 2, then 5',
  )
  expect(foldedWords({ id: 'later', plants: [...due(20, 1), ...due(8, 1)] }, NOW)).toBe('the next on 24/06')
  expect(foldedWords({ id: 'none', plants: [plant('a', 0, null)] }, NOW)).toBeUndefined()
  expect(foldedWords({ id: 'dead', plants: [plant('a', 0, 3, { isDead: true })] }, NOW)).toBeUndefined()
})

test.each([
  [plant('a', 0, 4), { level: 1, isOverdue: false }],
  [plant('a', 1, 4), { level: 0.75, isOverdue: false }],
  [plant('a', 4, 4), { level: 0, isOverdue: false }],
  [plant('a', 6, 4), { level: 0, isOverdue: true }],
  [plant('a', 6, null), undefined],
  [plant('a', 1, 4, { isDead: true }), undefined],
])('the gauge of a plant shows the days left of its interval, in case %#', (one, gauge) => {
  expect(gaugeOf(one, NOW)).toEqual(gauge)
})
