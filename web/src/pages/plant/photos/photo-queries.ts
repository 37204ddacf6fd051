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

interface PhotoEdit {
  readonly photo: Photo
  readonly change: { readonly [Field in 'takenAt' | 'isCover']?: Photo[Field] | undefined }
}

export function useEditPhoto() {
  return usePhotoChange(({ photo: { photoId }, change }: PhotoEdit) =>
    call(photoRoutes.edit, { params: { photoId }, body: change }),
  )
}

export function useRemovePhoto() {
  return usePhotoChange(({ photoId }: Photo) => call(photoRoutes.remove, { params: { photoId } }))
}

function usePhotoChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => refetchOutdated(client, outdatedBy.photos),
  })
}
