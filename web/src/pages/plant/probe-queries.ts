import { MINUTE_MS, probeRoutes, type PlantProbes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../shared/query-keys.ts'

const GROWTH_MS = 5 * MINUTE_MS

export function probesQuery(plantId: string) {
  return queryOptions({
    queryKey: queryKeys.probesOf(plantId),
    queryFn: ({ signal }) => call(probeRoutes.show, { params: { plantId }, signal }),
  })
}

/** The light of today and the degree days. */
export function growthQuery(plantId: string) {
  return queryOptions({
    queryKey: queryKeys.growthOf(plantId),
    queryFn: ({ signal }) => call(probeRoutes.growth, { params: { plantId }, signal }),
    refetchInterval: GROWTH_MS,
  })
}

export function useEditProbes(plantId: string) {
  return useProbeChange(plantId, (body: Partial<Pick<PlantProbes, 'stage' | 'logsWaterings' | 'ranges'>>) =>
    call(probeRoutes.edit, { params: { plantId }, body }),
  )
}

export function useLinkProbe(plantId: string) {
  return useProbeChange(plantId, (seriesId: string) =>
    call(probeRoutes.link, { params: { plantId }, body: { seriesId } }),
  )
}

export function useUnlinkProbe(plantId: string) {
  return useProbeChange(plantId, (seriesId: string) => call(probeRoutes.unlink, { params: { plantId, seriesId } }))
}

function useProbeChange<Input>(plantId: string, change: (input: Input) => Promise<PlantProbes>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (probes) => {
      client.setQueryData(probesQuery(plantId).queryKey, probes)
      void refetchOutdated(client, outdatedBy.care)
    },
  })
}
