import { expect, test } from 'vitest'
import { nightOfMorning } from './weather-words.ts'

const HOUR = 3_600_000
const at = (hour: number) => new Date(2026, 5, 16, hour, 30).getTime()
const lowest = (time: number) => ({ value: 7.4, at: new Date(time).toISOString() })
const outdoors = (lowestAt: number) => ({ tonight: null, lastNight: lowest(lowestAt), curve: [] })

test.each([6, 10, 17, 23])('the last night is no headline at %i.30', (hour) => {
  expect(nightOfMorning(outdoors(at(5)), at(hour))).toBeUndefined()
})

test.each([7, 9])('the last night is the headline at %i.30', (hour) => {
  expect(nightOfMorning(outdoors(at(5)), at(hour))).toEqual(lowest(at(5)))
})

test('the headline of a morning is no night that still lasts in the household', () => {
  expect(nightOfMorning(outdoors(at(5) - 24 * HOUR), at(7))).toBeUndefined()
  expect(nightOfMorning({ tonight: null, lastNight: null, curve: [] }, at(7))).toBeUndefined()
})
