import { childrenOf, type PlaceMove } from '../../shared/place/place-tree.ts'
import type { Garden, TreeRow } from './garden.ts'

export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/**
 * Returns where Alt and an arrow key move a row: up and down among its siblings, left out of its place, right into the place
 * above. Undefined where there is none. Devices and plants have no position of their own.
 */
export function keyMove(garden: Garden, { thing, parentId }: TreeRow, key: MoveKey): PlaceMove | undefined {
  const siblings = childrenOf(garden.tree, parentId)
  const index = siblings.findIndex(({ placeId }) => placeId === thing.id)
  if (key === 'ArrowLeft') {
    const parent = garden.tree.byId.get(parentId ?? '')
    return parent && { parentId: parent.parentId, position: parent.position + 1 }
  }
  if (key === 'ArrowRight') {
    // The devices of a place are shown above the places in it, its plants below.
    const into = thing.kind === 'place' ? siblings[index - 1] : thing.kind === 'plant' ? siblings.at(-1) : siblings[0]
    return into && { parentId: into.placeId, position: childrenOf(garden.tree, into.placeId).length }
  }
  const position = index + (key === 'ArrowUp' ? -1 : 1)
  return index === -1 || siblings[position] === undefined ? undefined : { parentId, position }
}
