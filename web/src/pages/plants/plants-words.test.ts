import type { Plant } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aPlant } from '../../shared/plant/plant.fixture.ts'
import { plantsWords } from './plants-words.ts'

const NOW = new Date(2026, 5, 16, 14, 20).getTime()

function plants(count: number, daysAgo: number, more: Partial<Plant> = {}): Plant[] {
  const lastWatered = new Date(NOW - daysAgo * 86_400_000).toISOString()
  return Array.from({ length: count }, () => aPlant({ waterEvery: 3, lastWatered, ...more }))
}

test.each<[Plant[], string]>([
  [[...plants(1, 5), ...plants(2, 3), ...plants(13, 0)], '16 plants. One is overdue, two are due today.'],
  [[...plants(6, 5), ...plants(14, 3), ...plants(180, 0)], '200 plants. 6 are overdue, 14 are due today.'],
  [plants(1, 3), '1 plant. One is due today.'],
  [plants(3, 0), '3 plants. None is due today.'],
  [[...plants(2, 0), ...plants(1, 9, { isDead: true })], '2 plants. None is due today.'],
])('the words of the page count the plants that are due, in case %#', (all, words) => {
  expect(plantsWords(all, { place: undefined, withDead: false, now: NOW })).toBe(words)
})

test('the words of a place count its dead plants while they are shown', () => {
  const all = [...plants(4, 0), ...plants(1, 9, { isDead: true })]
  expect(plantsWords(all, { place: { name: 'Living room' }, withDead: true, now: NOW })).toBe(
    'Living room: 4 plants, one dead.',
  )
})
