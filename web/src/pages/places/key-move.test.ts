import { expect, test } from 'vitest'
import { GARDEN } from '../../shared/place/place.fixture.ts'
import { garden } from './garden.fixture.ts'
import { rowsOf } from './garden.ts'
import { keyMove, type MoveKey } from './key-move.ts'

const { house, north, benchA, room } = GARDEN
const rows = rowsOf(garden, { places: new Set(garden.tree.byId.keys()), unplaced: true })

test.each<[name: string, key: MoveKey, to: string, expected: ReturnType<typeof keyMove>]>([
  ['Bench B', 'ArrowUp', 'before the sibling above', { parentId: north.placeId, position: 0 }],
  ['Bench A', 'ArrowUp', 'nowhere as the first', undefined],
  ['Bench A', 'ArrowDown', 'behind the sibling below', { parentId: north.placeId, position: 1 }],
  ['Living room', 'ArrowDown', 'nowhere as the last', undefined],
  ['North end', 'ArrowLeft', 'behind the place it was in', { parentId: null, position: 1 }],
  ['Tomato house', 'ArrowLeft', 'nowhere as a topmost place', undefined],
  ['South end', 'ArrowRight', 'to the end of the place above', { parentId: north.placeId, position: 2 }],
  ['Living room', 'ArrowRight', 'to the end of the place above', { parentId: house.placeId, position: 2 }],
  ['North end', 'ArrowRight', 'nowhere without a place above', undefined],
  ['Sweet basil', 'ArrowLeft', 'to the place around its own', { parentId: north.placeId, position: 1 }],
  ['Sweet basil', 'ArrowRight', 'nowhere without a place beside it', undefined],
  ['Sweet basil', 'ArrowUp', 'nowhere, as plants are sorted by name', undefined],
  ['Sensor', 'ArrowRight', 'into the first place beside it', { parentId: benchA.placeId, position: 0 }],
  ['Lettuce', 'ArrowRight', 'into the last place above', { parentId: room.placeId, position: 0 }],
])('moves %s by Alt and %s %s', (name, key, _to, expected) => {
  const row = rows.find(({ thing }) => thing.name === name)
  expect(row && keyMove(garden, row, key)).toEqual(expected)
})
