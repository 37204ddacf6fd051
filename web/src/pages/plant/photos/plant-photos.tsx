import type { Care, Photo, Plant } from '@greenhouse/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { careLog } from '../care-queries.ts'
import { photosOf } from './photo-queries.ts'

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }))
const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

export interface PhotoDialogs {
  /** The photo of the viewer, or the first of a comparison. */
  readonly shown: { readonly act: 'view' | 'compare'; readonly photoId: string } | undefined
  readonly wasUsed: boolean
  view(photo: Photo): void
  compare(photo: Photo): void
  close(): void
}

/** Keeps which photo of a page is open. */
export function usePhotoDialogs(): PhotoDialogs {
  const [shown, setShown] = useState<PhotoDialogs['shown']>()
  const [wasUsed, setUsed] = useState(false)
  function show(act: 'view' | 'compare', { photoId }: Photo) {
    setUsed(true)
    setShown({ act, photoId })
  }
  return {
    shown,
    wasUsed,
    view: (photo) => show('view', photo),
    compare: (photo) => show('compare', photo),
    close: () => setShown(undefined),
  }
}

/** The viewer of a plant's photos and the comparison of two, whose code is loaded by the first click. */
export function PlantPhotos({ plant, dialogs }: { plant: Plant; dialogs: PhotoDialogs }) {
  const { shown, wasUsed, view, close } = dialogs
  const { data: photos = [] } = useQuery(photosOf(plant.plantId))
  const isLastGone = wasUsed && photos.length === 0
  useEffect(() => {
    // The button that opened the viewer is gone as well.
    if (isLastGone) document.getElementById('main')?.focus({ preventScroll: true })
  }, [isLastGone])
  const log = useInfiniteQuery(careLog(plant.plantId))
  if (!wasUsed) return undefined
  return (
    <Suspense>
      <PhotoViewer
        plant={plant}
        photos={photos}
        photoId={shown?.act === 'view' ? shown.photoId : undefined}
        noteOf={(careId) => noteIn(log.data?.pages.flat(), careId)}
        onShow={view}
        onClose={close}
      />
      <CompareDialog
        plant={plant}
        photos={photos}
        photoId={shown?.act === 'compare' ? shown.photoId : undefined}
        onClose={close}
      />
    </Suspense>
  )
}

function noteIn(entries: readonly Care[] | undefined, careId: string): string | undefined {
  return entries?.find((entry) => entry.careId === careId)?.note
}
