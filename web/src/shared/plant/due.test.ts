import type { Plant } from '@greenhouse/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { byDue, dueLabel, isThirsty, lastWateredText, plantFacts, plantSentence, wasJustWatered } from './due.ts'
import { kindOf } from './plant-drawing.tsx'

const now = Date.UTC(2026, 10, 20, 9)
const DAY = 86_400_000
const plant = (daysAgo: number | null, waterEvery: number | null, more: Partial<Plant> = {}): Plant => ({
  plantId: 'p',
  plantName: 'Sweet basil',
  plantType: 'Herb',
  plantNotes: '',
  planted: null,
  lastWatered: daysAgo === null ? null : new Date(now - daysAgo * DAY).toISOString(),
  waterEvery,
  isDead: false,
  createdAt: new Date(now - DAY).toISOString(),
  ...more,
})

describe('the label of a plant', () => {
  test.each([
    [plant(7, 7), 'Today'],
    [plant(7.9, 7), 'Today'],
    [plant(8, 7), '1 day overdue'],
    [plant(14, 7), '7 days overdue'],
    [plant(null, 7), 'In 6 day(s)'],
    [plant(null, 7, { planted: new Date(now - 9 * DAY).toISOString() }), '2 days overdue'],
    [plant(6, 7), 'In 1 day(s)'],
    [plant(0, 7), 'In 7 day(s)'],
    [plant(3, null), undefined],
  ])('the label of a plant names its due date, in case %#', (one, label) => {
    expect(dueLabel(one, now)).toBe(label)
  })

  test('the label of a plant contains its type and interval', () => {
    expect(plantFacts(plant(0, 7))).toBe('Herb, every 7 days')
    expect(plantFacts(plant(0, 1))).toBe('Herb, every day')
    expect(plantFacts(plant(0, null))).toBe('Herb')
  })
})

test('sorts plants by their due date, those without a schedule last', () => {
  const [never, week, overdue, today] = [plant(3, null), plant(0, 7), plant(30, 7), plant(7, 7)]
  expect([never, week, overdue, today].toSorted(byDue)).toEqual([overdue, today, week, never])
})

test('a dead plant and one without a schedule are never thirsty', () => {
  expect(isThirsty(plant(30, 7), now)).toBe(true)
  expect(isThirsty(plant(30, 7, { isDead: true }), now)).toBe(false)
  expect(isThirsty(plant(30, null), now)).toBe(false)
})

test.each([
  [[], undefined],
  [[plant(0, 7, { isDead: true })], undefined],
  [[plant(0, 7)], 'Your plant is fine.'],
  [[plant(9, 7)], 'Your plant is thirsty.'],
  [[plant(0, 7), plant(0, 7)], 'All two plants are fine.'],
  [[plant(9, 7), plant(9, 7)], 'All two plants are thirsty.'],
  [[plant(0, 7), plant(0, 7), plant(0, 7), plant(9, 7), plant(9, 7)], 'Three plants are fine, two are thirsty.'],
  [[plant(0, 7), plant(9, 7)], 'One plant is fine, one is thirsty.'],
])('the sentence about the plants %#', (plants, sentence) => {
  expect(plantSentence(plants, now)).toBe(sentence)
})

test.each([
  ['Herb', 'herb'],
  ['Cherry tomato', 'fruiting'],
  ['Chili pepper', 'fruiting'],
  ['Houseplant', 'foliage'],
  ['Succulent', 'succulent'],
  ['Citrus tree', 'tree'],
  ['Orchid', 'flower'],
  ['Lettuce', 'leafy'],
  ['Carrot', 'root'],
  ['Something else', 'sprig'],
])('a %s is drawn as %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind)
})

describe('the last watering of a plant', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['Europe/Copenhagen', '2026-11-24T00:00:00.000Z', '24/11/2026'],
    ['America/New_York', '2026-11-24T00:00:00.000Z', '24/11/2026'],
    ['Europe/Copenhagen', '2026-11-23T23:00:00.000Z', '24/11/2026'],
    ['Europe/Copenhagen', '2026-11-24T08:05:00.000Z', '24/11/2026, 09.05'],
    ['Europe/Copenhagen', null, 'Never'],
  ])('the last watering in %s at %s is described as %s', (timeZone, lastWatered, words) => {
    vi.stubEnv('TZ', timeZone)
    expect(lastWateredText({ lastWatered })).toBe(words)
  })
})

test.each([
  [plant(0, 7), true],
  [plant(1 / 1440, 7), false],
  [plant(null, 7), false],
  [plant(0, 7, { isDead: true }), false],
])('a plant counts as just watered for a minute, in case %#', (one, isFresh) => {
  expect(wasJustWatered(one, now)).toBe(isFresh)
})
