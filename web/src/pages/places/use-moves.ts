import { useState } from 'react'
import { useMoveDevice, useMovePlace, useArrangePlant } from '../../shared/place/place-mutations.ts'
import { childrenOf, type PlaceMove, type PlaceTree } from '../../shared/place/place-tree.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import type { Thing } from './garden.ts'

interface Moves {
  /** The newest move in words. */
  readonly announced: { readonly words: string; readonly count: number }
  readonly announce: (words: string) => void
  /** Rejects when the server refuses. Without a position, moves to the end. */
  readonly move: (thing: Thing, to: Partial<PlaceMove> & Pick<PlaceMove, 'parentId'>) => Promise<void>
  /** Like `move`, with a toast for a refusal. */
  readonly tryMove: Moves['move']
}

export function useMoves(tree: PlaceTree): Moves {
  const [announced, setAnnounced] = useState({ words: '', count: 0 })
  const { mutateAsync: movePlace } = useMovePlace()
  const { mutateAsync: moveDevice } = useMoveDevice()
  const { mutateAsync: movePlant } = useArrangePlant()

  // The count has the same words read again.
  const announce = (words: string) => setAnnounced(({ count }) => ({ words, count: count + 1 }))

  const move: Moves['move'] = async (thing, { parentId, position = childrenOf(tree, parentId).length }) => {
    const isSibling = thing.kind === 'place' && thing.place.parentId === parentId
    if (thing.kind === 'place') await movePlace({ placeId: thing.id, parentId, position })
    else if (thing.kind === 'device') await moveDevice({ deviceId: thing.id, placeId: parentId })
    else await movePlant({ plantId: thing.id, placeId: parentId })
    announce(
      `${thing.name}, ${isSibling ? positionWords(tree, parentId, position) : targetWords(tree, thing, parentId)}`,
    )
  }

  const tryMove: Moves['move'] = (thing, to) => move(thing, to).catch(toastFailure)

  return { announced, announce, move, tryMove }
}

function positionWords(tree: PlaceTree, parentId: string | null, position: number): string {
  return `moved to position ${position + 1} of ${childrenOf(tree, parentId).length}`
}

function targetWords(tree: PlaceTree, { kind }: Thing, parentId: string | null): string {
  const name = tree.byId.get(parentId ?? '')?.name
  if (name !== undefined) return `moved to ${name}`
  return kind === 'place' ? 'moved out of all other places' : 'moved out of all places'
}
