import type { Photo, Plant } from '@greenhouse/contract'
import { useEffect, useId, useRef } from 'react'
import { classes } from '../../../lib/classes.ts'
import { PhotoImage } from './photo-image.tsx'
import { dayWords, takenOn } from './photo-words.ts'

interface PhotoStripProps {
  plant: Plant
  /** The newest first. */
  photos: readonly Photo[]
  chosen: Photo
  now: number
  onChoose: (photo: Photo) => void
}

/** Chooses a photo by its date, from the oldest to the newest. */
export function PhotoStrip({ plant, photos, chosen, now, onChoose }: PhotoStripProps) {
  const name = useId()
  const strip = useRef<HTMLFieldSetElement>(null)
  const newest = photos[0]?.photoId
  useEffect(() => {
    // The newest photo is at the end.
    if (newest !== undefined && strip.current) strip.current.scrollLeft = strip.current.scrollWidth
  }, [newest])
  return (
    <fieldset ref={strip} className="relative min-w-0 overflow-x-auto overscroll-x-contain [scrollbar-width:thin]">
      <legend className="sr-only">Photos by date</legend>
      <span className="flex w-max gap-2 p-1 max-sm:px-4">
        {photos.toReversed().map((photo) => {
          const isChosen = photo.photoId === chosen.photoId
          const day = dayWords(plant, photo)
          return (
            <label key={photo.photoId} className="relative w-13.25 cursor-pointer text-center text-xs sm:w-16">
              <input
                type="radio"
                name={name}
                checked={isChosen}
                onChange={() => onChoose(photo)}
                className="peer absolute size-px opacity-0"
              />
              <PhotoImage photo={photo} size="small" alt="" className={classes(THUMB, isChosen && CHOSEN)} />
              <span className={classes('mt-1 block', isChosen ? 'font-semibold' : 'text-ink-soft')}>
                {takenOn(photo, now)}
              </span>
              {day !== undefined && (
                <span className={classes('block max-sm:sr-only', isChosen ? 'font-semibold' : 'text-ink-soft')}>
                  {day}
                </span>
              )}
            </label>
          )
        })}
      </span>
    </fieldset>
  )
}

const THUMB =
  'h-11 w-full rounded-small sm:h-15 bg-sunken object-cover peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf'
const CHOSEN = 'outline-2 outline-offset-1 outline-leaf'
