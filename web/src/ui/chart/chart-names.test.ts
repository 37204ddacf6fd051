import { describe, expect, test } from 'vitest'
import { stepApart } from './chart-names.ts'

const named = (...ends: number[]) => ends.map((end) => ({ name: String(end), colour: 'series-1', end }))
const room = { top: 10, bottom: 200 }
const places = (...ends: number[]) => stepApart(named(...ends), room).map(({ y }) => y)

describe('the names at the ends of lines', () => {
  test('places names at the ends of their lines when there is room', () => {
    expect(places(100, 20, 60)).toEqual([20, 60, 100])
  })

  test('spreads names of lines with close ends', () => {
    expect(places(50, 52, 55)).toEqual([50, 67, 84])
  })

  test('keeps names between top and bottom', () => {
    expect(places(0, 1, 199, 200)).toEqual([10, 27, 183, 200])
  })
})
