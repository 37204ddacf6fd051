import { plantRoutes, type Plant, type PlantChange, type PlantInput } from '@greenhouse/contract'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'
import { plantList } from './plant-queries.ts'

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
      replacePlants(client, [plant])
      void refetchOutdated(client, outdatedBy.plant)
    },
  })
}

export function useMarkDead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (plantId: string) => call(plantRoutes.markDead, { query: { plantId } }),
    onSuccess: (plant) => {
      replacePlants(client, [plant])
      void refetchOutdated(client, outdatedBy.plantDeath)
    },
  })
}

export function useDeletePlant() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (plantId: string) => call(plantRoutes.remove, { query: { plantId } }),
    onSuccess: (_, deleted) => {
      client.setQueryData(plantList.queryKey, (plants) => plants?.filter(({ plantId }) => plantId !== deleted))
      void refetchOutdated(client, outdatedBy.plantDeath)
    },
  })
}

export function replacePlants(client: QueryClient, changed: readonly Plant[]): void {
  const byId = new Map(changed.map((plant) => [plant.plantId, plant]))
  client.setQueryData(plantList.queryKey, (plants) => plants?.map((plant) => byId.get(plant.plantId) ?? plant))
}
