import { mayAs, type Photo, type Plant } from '@greenhouse/contract'
import { ChevronLeft, ChevronRight, Star, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type TouchEvent } from 'react'
import { classes } from '../../../lib/classes.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useHousehold } from '../../../shared/household/household-queries.ts'
import { useUser } from '../../../shared/session/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { topDialog } from '../../../ui/open-dialogs.ts'
import { toastFailure } from '../../../ui/toast-failure.ts'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { PhotoImage } from './photo-image.tsx'
import { useEditPhoto, useRemovePhoto } from './photo-queries.ts'
import { photoTitle } from './photo-words.ts'
import { TakenDialog } from './taken-dialog.tsx'
import '../../../ui/sheet.css'
import './photo-viewer.css'

const SWIPE_PX = 48

interface PhotoViewerProps {
  plant: Plant
  /** The newest first. */
  photos: readonly Photo[]
  /** Undefined while the viewer is closed. */
  photoId: string | undefined
  /** Returns the text of an entry of the log, if it is known. */
  noteOf: (careId: string) => string | undefined
  onShow: (photo: Photo) => void
  onClose: () => void
}

/** Shows one photo large. The arrow keys and a swipe lead to the ones before and after it. */
export function PhotoViewer({ plant, photos, photoId, noteOf, onShow, onClose }: PhotoViewerProps) {
  const byDate = photos.toReversed()
  const index = byDate.findIndex((one) => one.photoId === photoId)
  const photo = byDate[index]
  const note = photo?.careId ? noteOf(photo.careId) : undefined
  const turn = (step: number) => {
    const next = byDate[index + step]
    if (next) onShow(next)
  }

  return (
    <Dialog
      open={photo !== undefined}
      title={photo ? photoTitle(plant, photo) : 'Photo'}
      onClose={onClose}
      className="sheet-page photo-viewer"
      footer={
        photo && (
          <Buttons
            plant={plant}
            photo={photo}
            onRemoved={() => {
              const next = byDate[index + 1] ?? byDate[index - 1]
              if (next) onShow(next)
              else onClose()
            }}
          />
        )
      }
    >
      {photo && (
        <Turning onTurn={turn}>
          <PhotoImage
            key={photo.photoId}
            photo={photo}
            size="large"
            alt={`${plant.plantName}, ${photoTitle(plant, photo)}`}
            className="photo-viewer-image"
          />
          {[byDate[index - 1], byDate[index + 1]].map(
            (near) => near && <img key={near.photoId} src={near.large} alt="" hidden />,
          )}
          <Turn isBack isLast={index === 0} onTurn={turn} />
          <Turn isLast={index === byDate.length - 1} onTurn={turn} />
          <div className="mt-3 flex items-start justify-between gap-4">
            <p dir="auto" className="min-w-0 whitespace-pre-line wrap-anywhere">
              {note}
            </p>
            <div className="flex shrink-0 items-center gap-4">
              <Taken photo={photo} />
              <output className="text-sm text-ink-soft">
                {index + 1} of {byDate.length}
              </output>
            </div>
          </div>
        </Turning>
      )}
    </Dialog>
  )
}

/** Follows the arrow keys and swipes. */
function Turning({ onTurn, children }: { onTurn: (step: number) => void; children: ReactNode }) {
  const start = useRef<number>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const press = useEffectEvent(({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    // Above the viewer may be a question or a form about this photo.
    if (altKey || ctrlKey || metaKey || place.current?.closest('dialog') !== topDialog()) return
    if (key === 'ArrowLeft') onTurn(-1)
    if (key === 'ArrowRight') onTurn(1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  function end({ changedTouches }: TouchEvent) {
    const moved = (changedTouches[0]?.clientX ?? 0) - (start.current ?? 0)
    if (start.current !== undefined && Math.abs(moved) > SWIPE_PX) onTurn(moved < 0 ? 1 : -1)
    start.current = undefined
  }

  return (
    <div
      ref={place}
      className="relative"
      // Two fingers enlarge the page.
      onTouchStart={({ touches }) => (start.current = touches.length === 1 ? touches[0]?.clientX : undefined)}
      onTouchEnd={end}
    >
      {children}
    </div>
  )
}

interface TurnProps {
  isBack?: boolean
  isLast: boolean
  onTurn: (step: number) => void
}

/** Stays in place at the end, so that it keeps the focus. */
function Turn({ isBack = false, isLast, onTurn }: TurnProps) {
  const Icon = isBack ? ChevronLeft : ChevronRight
  return (
    <IconButton
      label={isBack ? 'Older photo' : 'Newer photo'}
      tone="plain"
      aria-disabled={isLast || undefined}
      onClick={() => onTurn(isBack ? -1 : 1)}
      className={classes(
        'photo-viewer-turn bg-surface text-ink shadow-panel',
        isBack ? 'start-2' : 'end-2',
        isLast && 'opacity-50',
      )}
    >
      <Icon aria-hidden className="size-6" />
    </IconButton>
  )
}

/** Leads to the form of the date, for who may change it. */
function Taken({ photo }: { photo: Photo }) {
  const [isAsked, setAsked] = useState(false)
  const mayChange = useMayChange(photo)
  const isOnline = useOnline()
  if (!mayChange) return undefined
  return (
    <>
      <Button dense variant="ghost" disabled={!isOnline} onClick={() => setAsked(true)}>
        Change date
      </Button>
      <TakenDialog photo={photo} open={isAsked} onClose={() => setAsked(false)} />
    </>
  )
}

function Buttons({ plant, photo, onRemoved }: { plant: Plant; photo: Photo; onRemoved: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync: edit, isPending } = useEditPhoto()
  const { mutateAsync: remove } = useRemovePhoto()
  const mayChange = useMayChange(photo)
  const isOnline = useOnline()

  async function choose() {
    try {
      await edit({ photo, change: { isCover: true } })
      toast.success(`Cover of ${plant.plantName}`, CHANGE_TOAST)
    } catch (error) {
      toastFailure(error)
    }
  }

  async function confirm() {
    await remove(photo)
    toast.success('Photo deleted', CHANGE_TOAST)
    onRemoved()
  }

  if (!mayChange) return photo.isCover ? <Cover /> : undefined
  return (
    <>
      <Button variant="danger" disabled={!isOnline} onClick={() => setAsked(true)} className="sm:me-auto">
        <Trash2 aria-hidden className="size-4.5" />
        Delete photo
      </Button>
      {photo.isCover ? (
        <Cover />
      ) : (
        <Button busy={isPending} disabled={!isOnline} onClick={() => void choose()}>
          <Star aria-hidden className="size-4.5" />
          Make it the cover
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        title="Delete this photo?"
        confirmLabel="Delete photo"
        danger
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        It is deleted for everybody in the household. Its entry in the care log stays.
      </ConfirmDialog>
    </>
  )
}

function Cover() {
  return (
    <p className="flex min-h-11 items-center gap-2 text-leaf-strong">
      <Star aria-hidden className="size-4.5 fill-current" />
      Cover
    </p>
  )
}

/** Returns whether this person may change a photo: their own, or any as a gardener. */
function useMayChange({ addedBy }: Photo): boolean {
  const userId = useUser()?.userId
  const role = useHousehold()?.role ?? 'viewer'
  return mayAs(role, 'gardener') || (mayAs(role, 'carer') && addedBy !== null && addedBy === userId)
}
