import type { Place } from '@greenhouse/contract'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { usePlaceTree } from './place-queries.ts'
import { placesWithin, type Placed } from './place-tree.ts'

const NAME = 'place'

interface ShownPlace {
  /** Undefined for all places. */
  readonly place: Place | undefined
  readonly choose: (placeId: string | undefined) => void
  /** Returns the things in the place or below it. Stable until the place or the tree changes. */
  readonly inPlace: <T extends Placed>(all: T[]) => T[]
}

/** Returns the place that the address names. An unknown one counts as all places. */
export function usePlace(): ShownPlace {
  const tree = usePlaceTree()
  const [search, setSearch] = useSearchParams()
  const place = tree.byId.get(search.get(NAME) ?? '')
  const placeId = place?.placeId
  const within = useMemo(() => (placeId === undefined ? undefined : placesWithin(tree, placeId)), [tree, placeId])
  const inPlace = useCallback(
    <T extends Placed>(all: T[]) => (within ? all.filter((one) => within.has(one.placeId ?? '')) : all),
    [within],
  )
  const choose = (id: string | undefined) => setSearch((before) => withPlace(before, id), { replace: true })
  return { place, choose, inPlace }
}

/** Returns search parameters that name the place of others. */
export function keepPlace(search: URLSearchParams, before: URLSearchParams): URLSearchParams {
  return withPlace(search, before.get(NAME) ?? undefined)
}

function withPlace(search: URLSearchParams, placeId: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (placeId === undefined) next.delete(NAME)
  else next.set(NAME, placeId)
  return next
}

/** Returns the place chosen in the form of a thing. A new one is in the place on the screen. */
export function useChosenPlace(
  thing: Placed | undefined,
): [placeId: string | undefined, choose: (placeId: string | undefined) => void] {
  const { place } = usePlace()
  // Set by a choice only: a form is prepared before a place is on the screen.
  const [chosen, setChosen] = useState<{ placeId: string | undefined }>()
  const placeId = thing ? thing.placeId : place?.placeId
  return [chosen ? chosen.placeId : placeId, (id) => setChosen({ placeId: id })]
}
