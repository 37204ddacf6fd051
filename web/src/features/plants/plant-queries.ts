import { type ClientError, type Plant, type PlantChange, type PlantInput, plantRoutes } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../lib/query-keys.ts'
import { toast } from '../../ui/toast.ts'

export const plantList = queryOptions({
  queryKey: queryKeys.plants,
  queryFn: ({ signal }) => call(plantRoutes.list, { query: {}, signal }),
})

/** When plants were watered in a range of time, ISO 8601. */
export function wateringsQuery({ from, to }: { from: string; to: string }) {
  return queryOptions({
    queryKey: queryKeys.waterings.between(from, to),
    queryFn: ({ signal }) => call(plantRoutes.waterings, { query: { from, to }, signal }),
  })
}

export function useAddPlant() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PlantInput) => call(plantRoutes.create, { body }),
    onSuccess: () => refetchOutdated(client, outdatedBy.plant),
  })
}

export function useEditPlant(plantId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PlantChange) => call(plantRoutes.edit, { query: { plantId }, body }),
    onSuccess: (plant) => {
      replace(client, [plant])
      void refetchOutdated(client, outdatedBy.plant)
    },
  })
}

/** Marks a plant as dead; its alert condition goes with it. */
export function useMarkDead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (plantId: string) => call(plantRoutes.markDead, { query: { plantId } }),
    onSuccess: (plant) => {
      replace(client, [plant])
      void refetchOutdated(client, outdatedBy.plantDeath)
    },
  })
}

/** Waters one plant, or with undefined all that live. Shown at once; taken back with the server's words when it fails. */
export function useWater() {
  const client = useQueryClient()
  return useMutation<unknown, ClientError, string | undefined, { before: Plant[] | undefined }>({
    mutationFn: (plantId) =>
      plantId === undefined
        ? call(plantRoutes.waterAll, { query: {} })
        : call(plantRoutes.water, { query: { plantId } }),
    onMutate: async (plantId) => {
      await client.cancelQueries(plantList)
      const before = client.getQueryData(plantList.queryKey)
      const lastWatered = new Date().toISOString()
      client.setQueryData(plantList.queryKey, (plants) =>
        plants?.map((plant) =>
          !plant.isDead && (plantId === undefined || plant.plantId === plantId) ? { ...plant, lastWatered } : plant,
        ),
      )
      return { before }
    },
    onError: (error, _, context) => {
      client.setQueryData(plantList.queryKey, context?.before)
      toast.error(error.message || 'Failed')
    },
    onSettled: () => void refetchOutdated(client, outdatedBy.watering),
  })
}

function replace(client: QueryClient, changed: readonly Plant[]): void {
  client.setQueryData(plantList.queryKey, (plants) =>
    plants?.map((plant) => changed.find(({ plantId }) => plantId === plant.plantId) ?? plant),
  )
}
