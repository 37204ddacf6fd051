import { PLACE_DEPTH_MAX } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { refusalOf } from './place-tree.ts'

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
