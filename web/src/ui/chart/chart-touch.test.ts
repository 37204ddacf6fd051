import { describe, expect, test } from 'vitest'
import { heldRange } from './chart-touch.ts'

const range = { from: 1000, to: 2000 }

describe('two fingers on a chart', () => {
  test('that move apart show less time, around what they hold', () => {
    expect(
      heldRange(range, 500, [
        [200, 300],
        [100, 400],
      ]),
    ).toEqual({ from: 1333, to: 1667 })
  })

  test('that move together show more', () => {
    expect(
      heldRange(range, 500, [
        [100, 400],
        [200, 300],
      ]),
    ).toEqual({ from: 0, to: 3000 })
  })

  test('that move sideways move the range', () => {
    expect(
      heldRange(range, 500, [
        [200, 300],
        [250, 350],
      ]),
    ).toEqual({ from: 900, to: 1900 })
  })

  test('may come in either order', () => {
    expect(
      heldRange(range, 500, [
        [300, 200],
        [350, 250],
      ]),
    ).toEqual({ from: 900, to: 1900 })
  })
})
