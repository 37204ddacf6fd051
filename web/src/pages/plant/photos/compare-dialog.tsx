import type { Photo, Plant } from '@greenhouse/contract'
import { MoveHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { PhotoImage } from './photo-image.tsx'
import { photoTitle } from './photo-words.ts'
import './compare.css'

interface CompareDialogProps {
  plant: Plant
  /** The newest first. */
  photos: readonly Photo[]
  /** Undefined while the dialog is closed. */
  photoId: string | undefined
  onClose: () => void
}

/** Lays two photos of a plant over each other, with a slider between them. */
export function CompareDialog({ plant, photos, photoId, onClose }: CompareDialogProps) {
  const first = photos.find((photo) => photo.photoId === photoId)
  return (
    <Dialog
      open={first !== undefined && photos.length > 1}
      title={`Compare ${plant.plantName}`}
      onClose={onClose}
      className="photo-compare-dialog"
    >
      {first && <Comparison plant={plant} photos={photos} first={first} />}
    </Dialog>
  )
}

function Comparison({ plant, photos, first }: { plant: Plant; photos: readonly Photo[]; first: Photo }) {
  const [ids, setIds] = useState(() => pairOf(photos, first))
  const [share, setShare] = useState(50)
  const sliderId = useId()
  const [before, after] = ids.map((id) => photos.find(({ photoId }) => photoId === id))
  const options = photos.toReversed().map((photo) => ({ value: photo.photoId, label: photoTitle(plant, photo) }))
  if (!before || !after) return undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="photo-compare" style={{ '--share': `${share}%` }}>
        <PhotoImage key={after.photoId} photo={after} size="large" alt={`After: ${photoTitle(plant, after)}`} />
        <PhotoImage
          key={before.photoId}
          photo={before}
          size="large"
          alt={`Before: ${photoTitle(plant, before)}`}
          className="photo-compare-before"
        />
        <span aria-hidden className="photo-compare-line">
          <MoveHorizontal className="size-5" />
        </span>
        <label htmlFor={sliderId} className="sr-only">
          Share of the first photo
        </label>
        <input
          id={sliderId}
          type="range"
          min={0}
          max={100}
          value={share}
          ref={focusAtOpening}
          aria-valuetext={`${share} %`}
          onChange={({ target }) => setShare(target.valueAsNumber)}
        />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SelectField
          label="Before"
          value={before.photoId}
          options={options}
          onChange={(id) => setIds([id, after.photoId])}
        />
        <SelectField
          label="After"
          value={after.photoId}
          options={options}
          onChange={(id) => setIds([before.photoId, id])}
        />
      </div>
    </div>
  )
}

const focusAtOpening = (slider: HTMLInputElement | null) => slider?.setAttribute('autofocus', '')

/** Returns a photo with the oldest, or the oldest with the newest. */
function pairOf(photos: readonly Photo[], chosen: Photo): [string, string] {
  const [oldest, newest] = [photos.at(-1) ?? chosen, photos[0] ?? chosen]
  return chosen === oldest ? [oldest.photoId, newest.photoId] : [oldest.photoId, chosen.photoId]
}
