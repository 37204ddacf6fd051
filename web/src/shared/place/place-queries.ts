import { placeRoutes } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'
import { placePath, placeTree, type PlaceTree } from './place-tree.ts'

export const placeList = queryOptions({
  queryKey: queryKeys.places,
  queryFn: ({ signal }) => call(placeRoutes.list, { signal }),
})

/** Returns the places of the household; empty until they are loaded. */
export function usePlaceTree(): PlaceTree {
  const { data } = useQuery(placeList)
  return useMemo(() => placeTree(data ?? []), [data])
}

export type NameOfPlace = (placeId: string | undefined) => string | undefined

/** Returns a stable function that names a place for a card; undefined while a single place needs no name. */
export function useNameOfPlace(): NameOfPlace {
  const tree = usePlaceTree()
  return useCallback(
    (placeId) => (tree.byId.size > 1 && placeId !== undefined ? tree.byId.get(placeId)?.name : undefined),
    [tree],
  )
}

/** Returns a stable function that says where a place is: `Tomato house › North end`. */
export function usePathOfPlace(): NameOfPlace {
  const tree = usePlaceTree()
  return useCallback((placeId) => (tree.byId.size > 1 ? placePath(tree, placeId) : undefined), [tree])
}
