import { photoRoutes, type Photo } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

export const coverList = queryOptions({
  queryKey: queryKeys.photos.covers,
  queryFn: ({ signal }) => call(photoRoutes.covers, { query: {}, signal }),
})

/** Returns the cover photos of the household by the ids of their plants. */
export function useCovers(): ReadonlyMap<string, Photo> {
  const { data } = useQuery(coverList)
  return useMemo(() => new Map(data?.map((cover) => [cover.plantId, cover])), [data])
}

export function useCover(plantId: string | null): Photo | undefined {
  return useQuery({ ...coverList, select: (covers) => covers.find((cover) => cover.plantId === plantId) }).data
}
