import { seasonsOverlap, type Season } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { rowsOf, typedSeasons, type Span } from './task-sheet-seasons.ts'

const span = (from: string, to: string): Span => ({ from, to })

test.each<[string, Span[], number | null, Season[]]>([
  ['one span over the summer', [span('03-01', '10-31')], null, [{ from: '11-01', to: '02-28', every: null }]],
  ['one span over the new year', [span('11-01', '02-28')], 14, [{ from: '03-01', to: '10-31', every: 14 }]],
  ['a single day', [span('06-21', '06-21')], 3, [{ from: '06-22', to: '06-20', every: 3 }]],
  [
    'two spans',
    [span('03-01', '05-31'), span('09-01', '10-31')],
    null,
    [
      { from: '06-01', to: '08-31', every: null },
      { from: '11-01', to: '02-28', every: null },
    ],
  ],
])('the rows of %s are the rest of the year, and give the spans again', (_name, spans, every, rows) => {
  expect(rowsOf(spans, every)).toEqual(rows)
  expect(seasonsOverlap(rows)).toBe(false)
  const typed = typedSeasons(rows)
  expect(typed?.spans.toSorted((one, other) => one.from.localeCompare(other.from))).toEqual(spans)
  expect(typed?.otherwise).toBe(every === null ? undefined : String(every))
})

test('a plan without spans, or with one of the whole year, has no rows', () => {
  expect(rowsOf([], 5)).toEqual([])
  expect(rowsOf([span('01-01', '12-31')], null)).toEqual([])
  expect(typedSeasons([])).toEqual({ spans: [], otherwise: undefined })
})

test('returns nothing for rows of several intervals, which the form shows one by one', () => {
  expect(
    typedSeasons([
      { from: '11-01', to: '02-28', every: null },
      { from: '06-01', to: '08-31', every: 3 },
    ]),
  ).toBeUndefined()
})
