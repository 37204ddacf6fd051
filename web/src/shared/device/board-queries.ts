import { boardRoutes, type Board } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

/** Values of unclaimed boards are not sent live. */
export const BOARDS_EVERY_MS = 30_000

export const boardList = queryOptions({
  queryKey: queryKeys.boards,
  queryFn: ({ signal }) => call(boardRoutes.list, { signal }),
  refetchInterval: BOARDS_EVERY_MS,
})

/** Returns whether a board of the hub waits to be added. */
export function isClaimable({ deviceId, ignored, source }: Board, hubId: string): boolean {
  return deviceId === null && !ignored && source.id === hubId
}
