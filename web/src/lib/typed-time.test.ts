import { afterEach, expect, test } from 'vitest'
import { DANISH, setFormat } from './format.ts'
import { parseTime, shownTime } from './typed-time.ts'

afterEach(() => setFormat(DANISH))

test.each([
  ['22.00', '22:00'],
  ['22:00', '22:00'],
  ['2200', '22:00'],
  ['630', '06:30'],
  [' 7 ', '07:00'],
  ['10.05 pm', '22:05'],
  ['12.00 AM', '00:00'],
  ['12\u00a0PM', '12:00'],
  ['00.00', '00:00'],
  ['24.00', undefined],
  ['22.60', undefined],
  ['13 pm', undefined],
  ['0 am', undefined],
  ['ten', undefined],
  ['', undefined],
])('the time typed as "%s" is %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time)
})

test('a time that is shown is read as the same, with twelve hours or 24', () => {
  for (const twelveHours of [false, true]) {
    setFormat({ ...DANISH, twelveHours })
    for (const time of ['00:00', '06:30', '12:00', '12:01', '22:00', '23:59'])
      expect(parseTime(shownTime(time))).toBe(time)
  }
})
