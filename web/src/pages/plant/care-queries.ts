import { careRoutes, type Care, type CareKind } from '@greenhouse/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'

const PAGE = 50

/** The care log of a plant, the newest first, of all kinds or of one. */
export function careLog(plantId: string, kind?: CareKind) {
  return infiniteQueryOptions({
    queryKey: queryKeys.care.of({ plantId, ...(kind && { kind }) }),
    queryFn: ({ pageParam, signal }) =>
      call(careRoutes.list, {
        query: { plant: plantId, kinds: kind, limit: PAGE, ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    // A log that the browser kept is JSON, which has no `undefined`.
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.careId),
  })
}

/** The newest entries of a kind in the household, in which those of the same request are counted. */
export function batchesOf(kind: CareKind) {
  return queryOptions({
    queryKey: queryKeys.care.of({ kind }),
    queryFn: ({ signal }) => call(careRoutes.list, { query: { kinds: kind, limit: 200 }, signal }),
  })
}

/** Returns how many other entries of the same request there are among these. */
export function othersOf(entry: Care, entries: readonly Care[]): number {
  return entries.filter(({ batchId, careId }) => batchId === entry.batchId && careId !== entry.careId).length
}
