import { describe, expect, test } from 'vitest'
import { metricById } from '@greenhouse/contract'
import { assignPlaces, NO_PLACES, placesOf, styleOf } from './line-styles.ts'

const seriesOf = (metric: string, ids: string) => ids.split('').map((id) => ({ id, metric: metricById(metric) }))

describe('the colours of series', () => {
  test('assigns colours to series in order', () => {
    expect([...assignPlaces(new Map(), ['a', 'b', 'c'])]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
    const places = placesOf(NO_PLACES, seriesOf('temperature', 'abcdefgh'))
    expect('abcde'.split('').map((id) => styleOf(places, id).dash.join(' '))).toEqual([
      '',
      '7 4',
      '2 4',
      '10 4 2 4',
      '',
    ])
    expect(styleOf(places, 'h').colour).toBe('series-8')
  })

  test('draws the first line of each plot solid, in a colour of its own, and keeps the others when it is removed', () => {
    const all = [...seriesOf('temperature', 'a'), ...seriesOf('humidity', 'bc'), ...seriesOf('dewPoint', 'd')]
    const places = placesOf(NO_PLACES, all)
    expect('abcd'.split('').map((id) => styleOf(places, id))).toEqual([
      { colour: 'series-1', dash: [] },
      { colour: 'series-2', dash: [] },
      { colour: 'series-3', dash: [7, 4] },
      { colour: 'series-4', dash: [7, 4] },
    ])
    const later = placesOf(places, seriesOf('humidity', 'c'))
    expect(styleOf(later, 'c')).toEqual(styleOf(places, 'c'))
  })

  test('keeps the colour of a series when another is removed, and reuses the free one', () => {
    const before = assignPlaces(new Map(), ['a', 'b', 'c'])
    const after = assignPlaces(before, ['b', 'c'])
    expect(after.get('b')).toBe(1)
    expect(assignPlaces(after, ['b', 'c', 'd']).get('d')).toBe(0)
  })
})
