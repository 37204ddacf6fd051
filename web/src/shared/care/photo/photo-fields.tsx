import { PHOTOS_PER_ENTRY_MAX } from '@greenhouse/contract'
import { Camera, CircleAlert, Images, X } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { useSentShare } from '../../../lib/upload.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PickTile } from './pick-photos.tsx'
import type { ChosenPhoto, ChosenPhotos } from './use-chosen-photos.ts'

/** The photos of a new entry, and the buttons that add some. */
export function PhotoFields({ photos }: { photos: ChosenPhotos }) {
  const { all, notice, add, remove } = photos
  const isFull = all.length >= PHOTOS_PER_ENTRY_MAX
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Photos</legend>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] sm:grid-cols-[repeat(auto-fill,7rem)] gap-2">
        {all.map((photo) => (
          <li key={photo.photoId}>
            <Tile photo={photo} onRemove={() => remove(photo.photoId)} />
          </li>
        ))}
        {!isFull && (
          <>
            <li className="hidden pointer-coarse:block">
              <PickTile isCamera icon={Camera} words="Camera" onPick={add} className="grid" />
            </li>
            <li>
              <PickTile isMultiple icon={Images} words="Choose photos" onPick={add} className="grid text-center" />
            </li>
          </>
        )}
      </ul>
      <div role="alert" className="mt-2 grid gap-1 text-sm text-danger empty:hidden">
        {notice !== undefined && <p>{notice}</p>}
        {all.map(
          ({ photoId, name, refusal }) =>
            refusal !== undefined && (
              <p key={photoId} className="wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>: {refusal}
              </p>
            ),
        )}
      </div>
      <p className="mt-2 text-xs text-ink-soft">
        Photos are made smaller and lose their place and camera data before they leave this phone. No original is kept.
      </p>
    </fieldset>
  )
}

function Tile({ photo, onRemove }: { photo: ChosenPhoto; onRemove: () => void }) {
  const { name, shrunk, state, refusal } = photo
  return (
    <div
      className={classes(
        'relative grid aspect-square overflow-hidden rounded-control border bg-sunken',
        refusal === undefined ? 'border-line' : 'border-2 border-danger',
      )}
    >
      {shrunk && (
        <img
          src={shrunk.preview}
          alt={name}
          className={classes(
            'absolute inset-0 size-full object-cover',
            state === 'sending' && 'filter-[brightness(0.75)]',
          )}
        />
      )}
      {!shrunk && refusal !== undefined && <CircleAlert aria-hidden className="m-auto size-6 text-danger" />}
      {(state === 'shrinking' || state === 'sending') && <Progress photo={photo} />}
      {state !== 'sending' && state !== 'done' && (
        <IconButton
          label={`Remove ${name}`}
          onClick={onRemove}
          className="absolute! end-0 top-0 *:size-7 *:rounded-pill *:bg-surface *:p-1.5 *:text-ink"
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function Progress({ photo: { name, shrunk, state } }: { photo: ChosenPhoto }) {
  const share = useSentShare(shrunk?.file)
  const isKnown = state === 'sending'
  return (
    <progress
      aria-label={isKnown ? `Sending ${name}` : `Making ${name} smaller`}
      max={1}
      value={isKnown ? share : undefined}
      className={PROGRESS}
    />
  )
}

const PROGRESS =
  'absolute inset-x-2 bottom-2 h-1.5 w-[calc(100%-1rem)] appearance-none overflow-hidden rounded-pill bg-surface ' +
  'indeterminate:animate-pulse [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-leaf [&::-moz-progress-bar]:bg-leaf'
