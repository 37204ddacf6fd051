import type { Photo, Plant } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Camera, Columns2, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../../lib/classes.ts'
import { useMay } from '../../../shared/household/household-queries.ts'
import { PickPhotos } from '../../../shared/care/photo/pick-photos.tsx'
import { PlantDrawing } from '../../../shared/plant/plant-drawing.tsx'
import { buttonClass } from '../../../ui/button.tsx'
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

/** The photos of a plant by date: one large, the others in a strip. The first thing on phones, from edge to edge. */
export function PhotoPanel({ plant, ...more }: PhotoPanelProps) {
  const photos = useQuery(photosOf(plant.plantId))
  return (
    <section aria-label="Photos" className={CARD}>
      <QueryState query={photos} skeleton={<Blank />} failure="The photos could not be loaded.">
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

/** As high as photos with their strip. */
export function PhotoSkeleton() {
  return (
    <div className={CARD}>
      <Blank />
    </div>
  )
}

function Blank() {
  return (
    <div className={FRAME}>
      <Skeleton className={PICTURE} />
      <Skeleton className="h-25.5 max-sm:mx-4 max-sm:h-[4.55rem]" />
    </div>
  )
}

function NoPhotos({ plant: { plantType, isDead }, onPick }: Pick<PhotoPanelProps, 'plant' | 'onPick'>) {
  const mayAdd = useMay('carer') && !isDead
  return (
    <div data-empty className="grid h-full content-center max-sm:gap-2">
      <PlantDrawing
        type={plantType}
        className={classes('bg-sunken p-12 sm:hidden', PICTURE, isDead && 'opacity-50 grayscale')}
      />
      <div className="flex items-center justify-between gap-2 px-4 max-sm:min-h-[4.55rem] sm:flex-col sm:py-10 sm:text-center">
        <div>
          <p className="font-semibold sm:text-lg">No photos yet.</p>
          {mayAdd && <p className="mt-1 text-ink-soft max-sm:text-sm">One a week shows growth well.</p>}
        </div>
        {mayAdd && (
          <PickPhotos isCamera onPick={onPick} className={classes(buttonClass(), 'shrink-0 sm:mt-3')}>
            <Camera aria-hidden className="size-4.5" />
            Take a photo
          </PickPhotos>
        )}
      </div>
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
    <div className={FRAME}>
      <div className="relative">
        <PhotoImage
          key={chosen.photoId}
          photo={chosen}
          size="large"
          alt={`${plant.plantName}, ${photoTitle(plant, chosen)}`}
          className={classes('bg-sunken object-cover', PICTURE)}
        />
        <p className={classes(FLOATING, 'start-4 min-h-7 px-3 text-sm sm:start-3 sm:min-h-9 sm:px-3.5')}>
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
      <PhotoStrip
        plant={plant}
        photos={photos}
        chosen={chosen}
        now={now}
        onChoose={({ photoId }) => setChosenId(photoId)}
      />
    </div>
  )
}

const CARD =
  'min-w-0 max-sm:order-first max-sm:-mx-4 max-sm:-mt-6 max-sm:mb-3 ' +
  'sm:overflow-hidden sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-panel sm:has-data-empty:self-stretch'
const FRAME = 'grid grid-cols-1 gap-2 sm:gap-3 sm:p-5'
const PICTURE = 'h-62 w-full sm:h-auto sm:aspect-4/3 sm:rounded-control'
const FLOATING = 'absolute bottom-3 flex items-center rounded-pill bg-surface'
const ROUND = 'bg-surface text-ink hover:bg-sunken'
