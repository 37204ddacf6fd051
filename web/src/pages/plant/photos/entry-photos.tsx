import type { Photo, Plant } from '@greenhouse/contract'
import { PhotoImage } from './photo-image.tsx'
import { photoTitle } from './photo-words.ts'

interface EntryPhotosProps {
  plant: Plant
  photos: readonly Photo[]
  onShow: (photo: Photo) => void
}

/** The photos of an entry of the log. */
export function EntryPhotos({ plant, photos, onShow }: EntryPhotosProps) {
  if (photos.length === 0) return undefined
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {photos.map((photo) => (
        <li key={photo.photoId}>
          <button type="button" onClick={() => onShow(photo)} className="block rounded-small">
            <PhotoImage
              photo={photo}
              size="small"
              alt={`Open the photo of ${photoTitle(plant, photo)}`}
              className="h-20 w-27 rounded-small bg-sunken object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
