import { seriesRoutes, type Series, type SeriesChange } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import { newestSeries } from './series-queries.ts'

const { queryKey } = newestSeries

type Place = Pick<Series, 'seriesId' | 'deviceId'>

/** Updates optimistically where the result is known. */
export function useEditSeries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ series: { seriesId }, change }: { series: Place; change: SeriesChange }) =>
      call(seriesRoutes.edit, { params: { seriesId }, body: change }),
    onMutate: async ({ series, change }) => {
      if (change.visible === undefined && change.order === undefined) return
      // A running fetch would bring back the old state.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (all) => all && changed(all, series, change))
    },
    onSettled: () => refetchOutdated(client, outdatedBy.series),
  })
}

/** Its values are deleted; a sensor that sends again becomes a new series. */
export function useRemoveSeries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (seriesId: string) => call(seriesRoutes.remove, { params: { seriesId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.everything),
  })
}

export function useRemoveValues() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (seriesId: string) => call(seriesRoutes.removeValues, { params: { seriesId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.everything),
  })
}

export function changed(
  all: readonly Series[],
  { seriesId, deviceId }: Place,
  { visible, order }: Pick<SeriesChange, 'visible' | 'order'>,
): Series[] {
  const shown = all.map((one) => (one.seriesId === seriesId && visible !== undefined ? { ...one, visible } : one))
  const own = shown.filter((one) => one.deviceId === deviceId)
  const moved = own.find((one) => one.seriesId === seriesId)
  if (order === undefined || !moved) return shown
  const arranged = own
    .filter((one) => one !== moved)
    .toSpliced(order, 0, moved)
    .map((one, place) => ({ ...one, order: place }))
  return shown.map((one) => (one.deviceId === deviceId ? (arranged.shift() ?? one) : one))
}
