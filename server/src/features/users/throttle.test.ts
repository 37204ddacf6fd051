import { describe, expect, test } from 'vitest'
import { pauseAfter, pauseInWords } from './throttle.ts'

describe('the pause between attempts', () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 2000],
    [6, 4000],
    [9, 32_000],
    [50, 900_000],
    [5000, 900_000],
  ])('after %i failures is %i ms', (failures, pause) => {
    expect(pauseAfter(failures)).toBe(pause)
  })

  test.each([
    [1, '1 second'],
    [1500, '2 seconds'],
    [89_000, '89 seconds'],
    [91_000, '2 minutes'],
    [900_000, '15 minutes'],
  ])('of %i ms reads %s', (pause, words) => {
    expect(pauseInWords(pause)).toBe(words)
  })
})
