import { weatherRoutes, type Place } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'

export function useSetPlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, latitude, longitude }: Place) =>
      call(weatherRoutes.setPlace, { body: { name, latitude, longitude } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.place),
  })
}
