import { expect, test } from 'vitest'
import { firstDayOf } from './use-plots.ts'

const historyOf = (...time: number[]) => ({ seriesId: 'a', resolution: 0, time, mean: time })

test('the first day lasts from the first reading to now, or to a reading of this minute', () => {
  expect(firstDayOf([historyOf(5, 7), historyOf(6)], 60)).toEqual({ from: 5, to: 60 })
  expect(firstDayOf([historyOf(5, 7)], 6)).toEqual({ from: 5, to: 7 })
})

test('a lone reading makes no range', () => {
  expect(firstDayOf([historyOf(5), historyOf()], 60)).toBeUndefined()
})
