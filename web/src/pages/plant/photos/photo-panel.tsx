import type { Photo, Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Camera, Columns2, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../../lib/classes.ts'
import { useMay } from '../../../shared/household/household-queries.ts'
import { PickPhotos } from '../../../shared/care/photo/pick-photos.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PhotoImage } from './photo-image.tsx'
import { photosOf } from './photo-queries.ts'
import { PhotoStrip } from './photo-strip.tsx'
import { dayWords, photoTitle, takenOn } from './photo-words.ts'

interface PhotoPanelProps {
  plant: Plant
  now: number
  onPick: (files: readonly File[]) => void
  onShow: (photo: Photo) => void
  onCompare: (photo: Photo) => void
}

/** The photos of a plant by date: one large, the others in a strip. */
export function PhotoPanel({ plant, ...more }: PhotoPanelProps) {
  const photos = useQuery(photosOf(plant.plantId))
  return (
    <section
      aria-label="Photos"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-panel has-data-empty:self-stretch"
    >
      <QueryState
        query={photos}
        skeleton={<Skeleton className="m-4 aspect-4/3 rounded-control" />}
        failure="The photos could not be loaded."
      >
        {([newest, ...older]) =>
          newest ? (
            <Shown plant={plant} photos={[newest, ...older]} {...more} />
          ) : (
            <NoPhotos plant={plant} onPick={more.onPick} />
          )
        }
      </QueryState>
    </section>
  )
}

function NoPhotos({ plant: { isDead }, onPick }: Pick<PhotoPanelProps, 'plant' | 'onPick'>) {
  const mayAdd = useMay('carer') && !isDead
  return (
    <div data-empty className="grid h-full content-center">
      <EmptyState
        title="No photos yet."
        action={
          mayAdd && (
            <PickPhotos isCamera onPick={onPick} className={buttonClass()}>
              <Camera aria-hidden className="size-4.5" />
              Take a photo
            </PickPhotos>
          )
        }
      >
        {mayAdd ? 'One a week shows growth well.' : undefined}
      </EmptyState>
    </div>
  )
}

interface ShownProps extends Omit<PhotoPanelProps, 'onPick'> {
  /** The newest first. */
  photos: readonly [Photo, ...Photo[]]
}

function Shown({ plant, photos, now, onShow, onCompare }: ShownProps) {
  const [newest] = photos
  const [chosenId, setChosenId] = useState<string>()
  const chosen = photos.find(({ photoId }) => photoId === chosenId) ?? newest
  const day = dayWords(plant, chosen)
  return (
    <div className="grid grid-cols-1 gap-3 p-3 sm:p-5">
      <div className="relative">
        <PhotoImage
          key={chosen.photoId}
          photo={chosen}
          size="large"
          alt={`${plant.plantName}, ${photoTitle(plant, chosen)}`}
          className="aspect-4/3 w-full rounded-control bg-sunken object-cover"
        />
        <p className={classes(FLOATING, 'start-3 min-h-9 px-3.5 text-sm')}>
          <span>
            <strong>{takenOn(chosen, now)}</strong>
            {day !== undefined && `, ${day}`}
          </span>
        </p>
        <div className="absolute end-3 bottom-3 flex gap-2">
          {photos.length > 1 && (
            <IconButton label="Compare two photos" tone="plain" onClick={() => onCompare(chosen)} className={ROUND}>
              <Columns2 aria-hidden className="size-5" />
            </IconButton>
          )}
          <IconButton label="Open the photo" tone="plain" onClick={() => onShow(chosen)} className={ROUND}>
            <Maximize2 aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {photos.length > 1 && (
        <PhotoStrip
          plant={plant}
          photos={photos}
          chosen={chosen}
          now={now}
          onChoose={({ photoId }) => setChosenId(photoId)}
        />
      )}
    </div>
  )
}

const FLOATING = 'absolute bottom-3 flex items-center rounded-pill bg-surface'
const ROUND = 'bg-surface text-ink hover:bg-sunken'
