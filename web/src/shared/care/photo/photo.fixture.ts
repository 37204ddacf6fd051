import { addressOf, photoRoutes, type Photo, type PhotoSize } from '@greenhouse/contract'

/** By default the cover of San Marzano, added by Asta. */
export function aPhoto(more: Partial<Photo> = {}): Photo {
  const { photoId = '0190a1b2-0000-4000-8000-000000000b01' } = more
  return {
    photoId,
    plantId: '0190a1b2-0000-4000-8000-0000000000d1',
    careId: null,
    takenAt: '2026-06-16T10:00:00.000Z',
    width: 2048,
    height: 1536,
    isCover: true,
    addedBy: '0190a1b2-0000-4000-8000-0000000000a1',
    large: linkTo(photoId, 'large'),
    small: linkTo(photoId, 'small'),
    ...more,
  }
}

function linkTo(photoId: string, size: PhotoSize): string {
  return addressOf(photoRoutes.read, { params: { photoId, size }, query: { until: '1', sig: 's' } })
}
