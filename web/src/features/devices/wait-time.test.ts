import { describe, expect, test } from 'vitest'
import { checkWaitTime, toWaitTime, waitTimeWords } from './wait-time.ts'

describe('an interval', () => {
  test.each([
    [600, '10', 'Minute'],
    [90, '90', 'Second'],
    [36_000, '10', 'Hour'],
    [86_400, '1', 'Day'],
    [604_800, '1', 'Week'],
    [999_999, '999999', 'Second'],
  ])('of %i seconds is shown as %s %s', (seconds, amount, unit) => {
    expect(toWaitTime(seconds)).toEqual({ amount, unit })
  })

  test.each([
    ['10', 'Second', { seconds: '10' }],
    ['10', 'Minute', { seconds: '600' }],
    ['11', 'Day', { seconds: '950400' }],
    ['9', 'Second', { fault: 'Minimum 10 Second allowed.' }],
    ['', 'Hour', { fault: 'Minimum 10 Hour allowed.' }],
    ['1e3', 'Second', { fault: 'Minimum 10 Second allowed.' }],
    ['10.5', 'Second', { fault: 'Minimum 10 Second allowed.' }],
    ['16667', 'Minute', { fault: 'Maximum 16666 Minutes allowed.' }],
    ['1000000', 'Second', { fault: 'Maximum 999999 Seconds allowed.' }],
  ] as const)('typed as "%s" %s is %j', (amount, unit, checked) => {
    expect(checkWaitTime({ amount, unit })).toEqual(checked)
  })

  test.each([
    [600, '10 minutes'],
    [604_800, 'week'],
  ])('of %i seconds reads %s', (seconds, words) => {
    expect(waitTimeWords(seconds)).toBe(words)
  })
})
