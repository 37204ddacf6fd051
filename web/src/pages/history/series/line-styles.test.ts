import { describe, expect, test } from 'vitest'
import { assignPlaces, styleOf } from './line-styles.ts'

describe('the colours of series', () => {
  test('assigns colours to series in order', () => {
    expect([...assignPlaces(new Map(), ['a', 'b', 'c'])]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
    expect([0, 1, 2, 3, 4].map((place) => styleOf(place).dash.join(' '))).toEqual(['', '7 4', '2 4', '10 4 2 4', ''])
    expect(styleOf(7).colour).toBe('series-8')
  })

  test('keeps the colour of a series when another is removed, and reuses the free one', () => {
    const before = assignPlaces(new Map(), ['a', 'b', 'c'])
    const after = assignPlaces(before, ['b', 'c'])
    expect(after.get('b')).toBe(1)
    expect(assignPlaces(after, ['b', 'c', 'd']).get('d')).toBe(0)
  })
})
