import { photoRoutes, type Photo } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../../shared/query-keys.ts'

/** The photos of a plant, the newest first. Their links end after a day or two. */
export function photosOf(plantId: string) {
  return queryOptions({
    queryKey: queryKeys.photos.of(plantId),
    queryFn: ({ signal }) => call(photoRoutes.list, { params: { plantId }, signal }),
  })
}

export function useMakeCover() {
  return usePhotoChange(({ photoId }) => call(photoRoutes.edit, { params: { photoId }, body: { isCover: true } }))
}

export function useRemovePhoto() {
  return usePhotoChange(({ photoId }) => call(photoRoutes.remove, { params: { photoId } }))
}

function usePhotoChange(change: (photo: Photo) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => refetchOutdated(client, outdatedBy.photos),
  })
}
