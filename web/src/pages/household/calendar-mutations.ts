import { calendarFeedRoutes, type CalendarFeedInput } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys, refetchOutdated } from '../../shared/query-keys.ts'

/** The person's own feeds of the household on the screen. */
export const calendarFeedList = queryOptions({
  queryKey: queryKeys.calendarFeeds,
  queryFn: ({ signal }) => call(calendarFeedRoutes.list, { query: {}, signal }),
})

export function useMakeFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CalendarFeedInput) => call(calendarFeedRoutes.create, { query: {}, body }),
    onSuccess: () => refetchOutdated(client, [queryKeys.calendarFeeds]),
  })
}

export function useDeleteFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (feedId: string) => call(calendarFeedRoutes.remove, { params: { feedId } }),
    onSettled: () => refetchOutdated(client, [queryKeys.calendarFeeds]),
  })
}
