import { Skeleton } from '../../ui/skeleton.tsx'
import { PhotoSkeleton } from './photos/photo-panel.tsx'

/** Photos and conditions. On phones the photos are above the head. */
export const UPPER =
  'mb-6 grid grid-cols-1 items-start gap-6 max-sm:contents lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)]'

export function PlantSkeleton() {
  return (
    <>
      <Skeleton className="mb-2 h-5 w-40 max-sm:hidden" />
      <Skeleton className="mb-6 h-16 w-64 max-sm:h-31" />
      <PanelSkeletons />
    </>
  )
}

export function PanelSkeletons() {
  return (
    <>
      <div className={UPPER}>
        <PhotoSkeleton />
        <Skeleton className="h-72 rounded-card max-sm:mb-6" />
      </div>
      <Skeleton className="h-96 rounded-card" />
    </>
  )
}
