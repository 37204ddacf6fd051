import { describe, expect, test } from 'vitest'
import { parseInterval, typedInterval, longIntervalWords } from './reporting-interval.ts'

describe('an interval', () => {
  test.each([
    [600, '10', 'Minute'],
    [90, '90', 'Second'],
    [60, '60', 'Second'],
    [300, '300', 'Second'],
    [3600, '60', 'Minute'],
    [36_000, '10', 'Hour'],
    [86_400, '24', 'Hour'],
    [604_800, '168', 'Hour'],
    [864_000, '10', 'Day'],
    [999_999, '999999', 'Second'],
  ])('an interval of %i seconds is shown as %s %s', (seconds, amount, unit) => {
    expect(typedInterval(seconds)).toEqual({ amount, unit })
  })

  test.each([
    ['10', 'Second', { seconds: '10' }],
    ['10', 'Minute', { seconds: '600' }],
    ['11', 'Day', { seconds: '950400' }],
    ['9', 'Second', { fault: 'Minimum 10 seconds allowed.' }],
    ['', 'Hour', { fault: 'Minimum 10 hours allowed.' }],
    ['1e3', 'Second', { fault: 'Minimum 10 seconds allowed.' }],
    ['10.5', 'Second', { fault: 'Minimum 10 seconds allowed.' }],
    ['16667', 'Minute', { fault: 'Maximum 16666 minutes allowed.' }],
    ['1000000', 'Second', { fault: 'Maximum 999999 seconds allowed.' }],
  ] as const)('the interval "%s" %s is read as %j', (amount, unit, checked) => {
    expect(parseInterval({ amount, unit })).toEqual(checked)
  })

  test.each([10, 60, 300, 600, 3600, 86_400, 604_800, 999_999])(
    'an interval of %i seconds is valid as shown, and the same when read back',
    (seconds) => {
      expect(parseInterval(typedInterval(seconds))).toEqual({ seconds: String(seconds) })
    },
  )

  test('an unchanged interval is not checked', () => {
    expect(parseInterval(typedInterval(5), 5)).toEqual({ seconds: '5' })
    expect(parseInterval({ amount: '6', unit: 'Second' }, 5)).toEqual({ fault: 'Minimum 10 seconds allowed.' })
  })

  test.each([
    [60, 'minute'],
    [600, '10 minutes'],
    [604_800, 'week'],
  ])('the words for %i seconds are %s', (seconds, words) => {
    expect(longIntervalWords(seconds)).toBe(words)
  })
})
