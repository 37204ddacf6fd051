import { PLACE_DEPTH_MAX } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { climateRoots, refusalOf } from './place-tree.ts'

/** A chain as deep as it may be, from a to e, and a house with a bench. */
const places = [
  ...['a', 'b', 'c', 'd', 'e'].map((placeId, index, all) => ({ placeId, parentId: all[index - 1] ?? null })),
  { placeId: 'house', parentId: null },
  { placeId: 'bench', parentId: 'house' },
]

test.each([
  ['a new place to the top', { parentId: null }, undefined],
  ['a new place to the fifth level', { parentId: 'd' }, undefined],
  ['a new place below the fifth level', { parentId: 'e' }, 'depth'],
  ['a place into one that is not there', { placeId: 'bench', parentId: 'cellar' }, 'no-parent'],
  ['a place into itself', { placeId: 'a', parentId: 'a' }, 'circle'],
  ['a place below itself', { placeId: 'a', parentId: 'e' }, 'circle'],
  ['a place with another one to the last two levels', { placeId: 'house', parentId: 'c' }, undefined],
  ['a place with another one to the last level', { placeId: 'house', parentId: 'd' }, 'depth'],
  ['a place up', { placeId: 'e', parentId: null }, undefined],
])('decides about %s', (_, moved, refusal) => {
  expect(PLACE_DEPTH_MAX).toBe(5)
  expect(refusalOf(places, moved)).toBe(refusal)
})

const sheltered = (placeId: string, parentId: string | null, shelter: 'outdoors' | 'cold' | 'heated' = 'outdoors') => ({
  placeId,
  parentId,
  shelter,
})
const SHELTERED = [
  sheltered('garden', null),
  sheltered('bed', 'garden'),
  sheltered('row', 'bed'),
  sheltered('frame', 'garden', 'cold'),
  sheltered('box', 'frame', 'cold'),
  sheltered('nook', 'frame'),
]

test('takes places for as warm as the one above of the same shelter', () => {
  expect(Object.fromEntries(climateRoots(SHELTERED, new Set()))).toEqual({
    garden: 'garden',
    bed: 'garden',
    row: 'garden',
    frame: 'frame',
    box: 'frame',
    nook: 'nook',
  })
})

test('takes a place with a thermometer for itself, with those below it', () => {
  expect(Object.fromEntries(climateRoots(SHELTERED, new Set(['bed', 'frame'])))).toMatchObject({
    garden: 'garden',
    bed: 'bed',
    row: 'bed',
    box: 'frame',
  })
})
