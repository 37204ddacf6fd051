import { describe, expect, test } from 'vitest'
import { aPlace, GARDEN, placeIdOf } from './place.fixture.ts'
import {
  childrenOf,
  coordinatesOf,
  movePlace,
  placePath,
  placesInOrder,
  placesWithin,
  placeTree,
  type PlaceMove,
} from './place-tree.ts'

const { house, north, benchA, benchB, south, room } = GARDEN
const PLACES = [room, south, benchB, benchA, north, house]
const tree = placeTree(PLACES)
const AARHUS = { latitude: 56.16, longitude: 10.21 }

const linesOf = (places: Parameters<typeof placeTree>[0]) =>
  placesInOrder(placeTree(places)).map(({ place, depth }) => `${'  '.repeat(depth)}${place.name}`)

describe('placeTree', () => {
  test('sorts places by their position among their siblings', () => {
    expect(childrenOf(tree, null)).toEqual([house, room])
    expect(childrenOf(tree, north.placeId)).toEqual([benchA, benchB])
    expect(childrenOf(tree, room.placeId)).toEqual([])
  })

  test('shows a place at the top while the one above it is unknown', () => {
    expect(childrenOf(placeTree([north]), null)).toEqual([north])
  })
})

test('a path names the places above, the topmost first', () => {
  expect(placePath(tree, benchA.placeId)).toBe('Tomato house › North end › Bench A')
  expect(placePath(tree, house.placeId)).toBe('Tomato house')
  expect(placePath(tree, undefined)).toBeUndefined()
  expect(placePath(tree, placeIdOf(99))).toBeUndefined()
})

test('a path ends when two places are in each other', () => {
  const [one, other] = [aPlace({ parentId: placeIdOf(2) }), aPlace({ ...north, parentId: placeIdOf(1) })]
  expect(placePath(placeTree([one, other]), one.placeId)).toBe('North end › Tomato house')
})

test('the places within a place include it and all below', () => {
  expect(placesWithin(tree, north.placeId)).toEqual(new Set([north.placeId, benchA.placeId, benchB.placeId]))
  expect(placesWithin(tree, room.placeId)).toEqual(new Set([room.placeId]))
})

test('the order puts each place behind the one it is in', () => {
  expect(linesOf(PLACES)).toEqual([
    'Tomato house',
    '  North end',
    '    Bench A',
    '    Bench B',
    '  South end',
    'Living room',
  ])
})

test.each([
  ['its own', { ...benchA, ...AARHUS }, house, AARHUS],
  ['those of the nearest place above', benchA, { ...house, ...AARHUS }, AARHUS],
  ['none while no place above has some', benchA, house, undefined],
])('a place has %s as coordinates', (_case, bench, top, expected) => {
  const places = placeTree([top, { ...north, ...(bench === benchA ? {} : { latitude: 1, longitude: 2 }) }, bench])
  expect(coordinatesOf(places, bench.placeId)).toEqual(expected)
})

test('coordinates on the equator and the meridian count', () => {
  expect(coordinatesOf(placeTree([{ ...house, latitude: 0, longitude: 0 }]), house.placeId)).toEqual({
    latitude: 0,
    longitude: 0,
  })
})

describe('movePlace', () => {
  const moved = (placeId: string, move: PlaceMove) => linesOf(movePlace(PLACES, placeId, move))

  test('moves a place among its siblings', () => {
    expect(moved(south.placeId, { parentId: house.placeId, position: 0 })).toEqual([
      'Tomato house',
      '  South end',
      '  North end',
      '    Bench A',
      '    Bench B',
      'Living room',
    ])
  })

  test('moves a place with all below it', () => {
    expect(moved(north.placeId, { parentId: null, position: 1 })).toEqual([
      'Tomato house',
      '  South end',
      'North end',
      '  Bench A',
      '  Bench B',
      'Living room',
    ])
  })

  test('numbers the siblings from 0 without gaps', () => {
    const places = movePlace(PLACES, room.placeId, { parentId: null, position: 0 })
    expect(places.filter(({ parentId }) => parentId === null).map(({ name, position }) => [name, position])).toEqual([
      ['Living room', 0],
      ['Tomato house', 1],
    ])
  })

  test('leaves the places as they are when the place is unknown', () => {
    expect(movePlace(PLACES, placeIdOf(99), { parentId: null, position: 0 })).toEqual(PLACES)
  })
})
