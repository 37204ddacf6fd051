import type { Task } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { taskSentence } from './task-sheet-sentence.ts'
import { parseTask, taskChangeOf, typedTask, type TypedTask } from './task-sheet-values.ts'
import { aTask } from './task-sheet.fixture.ts'

const ZONE = 'Europe/Copenhagen'
const NOW = Date.parse('2026-06-16T12:00:00Z')
const TODAY = '2026-06-16'
const FEED = aTask()
const SUBJECT = { plantId: FEED.plantId, placeId: null }

function inputOf(typed: TypedTask, known: Task | undefined) {
  const result = parseTask(typed, known, SUBJECT, TODAY)
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.input
}

const sentence = (change: Partial<TypedTask>, baseAt: string | null = FEED.lastDoneAt) =>
  taskSentence(inputOf({ ...typedTask(FEED, 'feed', TODAY), ...change }, FEED), {
    name: 'San Marzano',
    baseAt: baseAt === null ? null : Date.parse(baseAt),
    zone: ZONE,
    now: NOW,
  })

test.each<[Partial<TypedTask>, string]>([
  [{}, 'Feed San Marzano every 7 days, rests from November to February. Next on 19/06.'],
  [{ every: '2', unit: 'year', spans: [] }, 'Feed San Marzano every 2 years. Next on 12/06/2028.'],
  [
    { otherwise: 'every', otherwiseEvery: '21' },
    'Feed San Marzano every 7 days, every 21 days from November to February. Next on 19/06.',
  ],
  [{ every: '4', spans: [] }, 'Feed San Marzano every 4 days. Next today.'],
  [{ every: '2', spans: [] }, 'Feed San Marzano every 2 days. Due since 14/06.'],
  [
    { kind: 'custom', label: ' Tie up ', repeat: 'weekly', weekdays: [5, 2], spans: [] },
    'Tie up San Marzano on Tuesday and Friday. Next today.',
  ],
  [{ repeat: 'monthly', monthDay: '31', spans: [] }, 'Feed San Marzano on day 31 of the month. Next on 30/06.'],
  [
    { repeat: 'yearly', yearDay: '03-01' },
    'Feed San Marzano every year on 1 March, rests from November to February. Next on 01/03/2027.',
  ],
])('the sentence of a plan with %j is: %s', (change, words) => {
  expect(sentence(change)).toBe(words)
})

test('the sentence of a task that is done once names its day', () => {
  expect(sentence({ repeat: 'once', startsOn: '2026-06-20' }, null)).toBe('Feed San Marzano once. Next on 20/06.')
})

test('the sentence names no next day for a task of one time that was done', () => {
  expect(sentence({ repeat: 'once', startsOn: '2026-06-20' })).toBe('Feed San Marzano once.')
})

describe('the form of a plan', () => {
  test.each([
    ['feeding with a rest', FEED],
    ['weekdays', aTask({ repeat: 'weekly', weekdays: [2, 5], seasons: [] })],
    [
      'a yearly day',
      aTask({ kind: 'prune', repeat: 'yearly', month: 3, monthDay: 1, seasons: [], amount: null, amountUnit: null }),
    ],
    ['another interval in winter', aTask({ seasons: [{ from: '10-01', to: '03-31', every: 14 }] })],
    [
      'several intervals',
      aTask({
        seasons: [
          { from: '11-01', to: '02-28', every: null },
          { from: '06-01', to: '08-31', every: 3 },
        ],
      }),
    ],
    ['its own label', aTask({ kind: 'custom', label: 'Tie up', note: 'Softly', reminds: true, amount: 0.5 })],
  ])('an untouched plan with %s is saved without a change', (_name, task) => {
    expect(taskChangeOf(task, inputOf(typedTask(task, task.kind, TODAY), task))).toEqual({})
  })

  test('sends the changed fields only', () => {
    const typed = { ...typedTask(FEED, 'feed', TODAY), every: '10', spans: [] }
    expect(taskChangeOf(FEED, inputOf(typed, FEED))).toEqual({ every: 10, seasons: [] })
  })

  test('changes one of several intervals, and refuses one that is no number', () => {
    const seasons = [
      { from: '11-01', to: '02-28', every: null },
      { from: '06-01', to: '08-31', every: 3 },
    ]
    const task = aTask({ seasons })
    const typed = typedTask(task, task.kind, TODAY)
    const changed = (every: string) => ({
      ...typed,
      rows: (typed.rows ?? []).map((row) => (row.rests ? row : { ...row, every })),
    })
    expect(taskChangeOf(task, inputOf(changed('4'), task))).toEqual({
      seasons: [seasons[0], { ...seasons[1], every: 4 }],
    })
    expect(parseTask(changed('often'), task, SUBJECT, TODAY)).toEqual({
      errors: { seasons: 'Every must be a whole number' },
    })
  })

  test('a new plan is done every week from today', () => {
    expect(inputOf(typedTask(undefined, 'water', TODAY), undefined)).toMatchObject({
      kind: 'water',
      repeat: 'after',
      every: 7,
      unit: 'day',
      startsOn: TODAY,
      ...SUBJECT,
    })
  })

  test.each<[Partial<TypedTask>, Record<string, string>]>([
    [{ kind: 'custom' }, { label: 'Give it a name, at most 40 characters.' }],
    [{ every: '0' }, { every: 'Every must be at least 1' }],
    [{ every: 'often' }, { every: 'Every must be a whole number' }],
    [{ repeat: 'weekly' }, { weekdays: 'Choose a weekday' }],
    [{ amount: '-1' }, { amount: 'Enter an amount above 0' }],
    [{ amount: 'a lot' }, { amount: 'Enter an amount above 0' }],
    [{ otherwise: 'every', otherwiseEvery: '' }, { otherwiseEvery: 'Every must be a whole number' }],
    [
      {
        spans: [
          { from: '03-01', to: '10-31' },
          { from: '10-31', to: '11-30' },
        ],
      },
      { seasons: 'Seasons cannot overlap' },
    ],
  ])('a plan with %j is refused with a message', (change, errors) => {
    expect(parseTask({ ...typedTask(FEED, 'feed', TODAY), ...change }, undefined, SUBJECT, TODAY)).toEqual({ errors })
  })
})
