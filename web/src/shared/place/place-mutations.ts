import {
  placeRoutes,
  type Device,
  type Place,
  type PlaceChange,
  type PlaceInput,
  type Plant,
} from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../query-keys.ts'
import { placeList } from './place-queries.ts'
import { movePlace, type PlaceMove } from './place-tree.ts'

export function useAddPlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PlaceInput) => call(placeRoutes.create, { body }),
    onSuccess: (made) => {
      client.setQueryData(placeList.queryKey, (places) => [...(places ?? []), made])
      void refetchOutdated(client, outdatedBy.places)
    },
  })
}

export function useEditPlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ placeId, ...body }: PlaceChange & { placeId: string }) =>
      call(placeRoutes.edit, { params: { placeId }, body }),
    onSuccess: (changed) => {
      client.setQueryData(placeList.queryKey, (places) =>
        places?.map((place) => (place.placeId === changed.placeId ? changed : place)),
      )
      void refetchOutdated(client, outdatedBy.places)
    },
  })
}

export function useRemovePlace() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (placeId: string) => call(placeRoutes.remove, { params: { placeId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.placeRemoval),
  })
}

/** Moves a place at once and back if the server refuses. */
export function useMovePlace() {
  const client = useQueryClient()
  return useMutation<Place, Error, PlaceMove & { placeId: string }, { before: Place[] | undefined }>({
    mutationFn: ({ placeId, parentId, position }) =>
      call(placeRoutes.edit, { params: { placeId }, body: { parentId, position } }),
    onMutate: async ({ placeId, ...to }) => {
      await client.cancelQueries(placeList)
      const before = client.getQueryData(placeList.queryKey)
      client.setQueryData(placeList.queryKey, (places) => places && movePlace(places, placeId, to))
      return { before }
    },
    onError: (_, _move, context) => client.setQueryData(placeList.queryKey, context?.before),
    onSettled: () => void refetchOutdated(client, outdatedBy.places),
  })
}

/** With null, takes the device or plant out of its place. */
interface Standing {
  readonly placeId: string | null
}

/** Null takes a species or a hardiness away, too. */
interface Arrangement extends Partial<Standing> {
  readonly plantId: string
  readonly speciesId?: string | null
  /** In °C. */
  readonly hardyTo?: number | null
}

/** Changes the place, the species and the hardiness of a plant. */
export function useArrangePlant() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ plantId, ...body }: Arrangement) => call(placeRoutes.movePlant, { params: { plantId }, body }),
    onSuccess: (moved) => {
      client.setQueryData<Plant[]>(queryKeys.plants, (plants) =>
        plants?.map((plant) => (plant.plantId === moved.plantId ? moved : plant)),
      )
      void refetchOutdated(client, outdatedBy.plant)
    },
  })
}

export function useMoveDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ deviceId, placeId }: Standing & { deviceId: string }) =>
      call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } }),
    onSuccess: (moved) => {
      client.setQueryData<Device[]>(queryKeys.devices, (devices) =>
        devices?.map((device) => (device.deviceId === moved.deviceId ? moved : device)),
      )
      void refetchOutdated(client, outdatedBy.device)
    },
  })
}
