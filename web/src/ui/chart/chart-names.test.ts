import { describe, expect, test } from 'vitest'
import { shortName, stepApart } from './chart-names.ts'

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

test.each([
  [40, 'Tomato house, north end, humidity'],
  [24, 'Tomato house…, humidity'],
  [12, 'T…, humidity'],
  [8, 'humidity'],
  [5, 'humi…'],
])('keeps the end of a name in %i letters, since names of one device differ in it', (room, short) => {
  expect(shortName('Tomato house, north end, humidity', (name) => name.length <= room)).toBe(short)
})

test('cuts a name without a comma at its end', () => {
  expect(shortName('Tomato house', (name) => name.length <= 7)).toBe('Tomato…')
})
