import type { Plant } from '@greenhouse/contract'
import { Clock, Droplet, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/toast-failure.ts'
import type { QueuedAct } from '../queue/queued-act.ts'
import { UndoButton } from '../queue/undo-button.tsx'
import { useOffer } from '../../ui/use-offer.ts'
import { dueLabel, isThirsty } from './due.ts'
import { endOffer, type WateringOffer } from './watering-offers.ts'
import '../../ui/undo-row.css'

/** `compact` is one row on phones; `row` is one row everywhere. */
export type CardLook = 'card' | 'compact' | 'row'

interface CardDueProps {
  plant: Plant
  now: number
  look: CardLook
  isFresh: boolean
  /** Its watering waits for the network. */
  isWaiting: boolean
}

/** Says when the plant is due, or that its watering waits for the network. */
export function CardDue({ plant, now, look, isFresh, isWaiting }: CardDueProps) {
  const isCompact = look !== 'card'
  const due = plant.isDead ? 'Dead' : dueLabel(plant, now)
  return (
    <p
      className={classes(
        'flex min-h-9 min-w-0 items-center gap-2 text-sm whitespace-nowrap [grid-area:due]',
        isCompact && 'max-sm:min-h-0',
        // A row of a phone has room for one of both.
        isCompact && isFresh && 'max-sm:hidden',
        isCompact &&
          isWaiting &&
          'max-sm:gap-1.5 max-sm:[grid-column:due-start/facts-end] max-[22.5rem]:whitespace-normal',
        FOOT_LOOKS[look],
        colourOf(plant, now, { isFresh, isWaiting }),
      )}
    >
      {isWaiting && <Clock aria-hidden className="size-4 shrink-0" />}
      {!isWaiting && due !== undefined && (
        <Droplet aria-hidden className={classes('size-4 shrink-0', isCompact && 'max-sm:hidden')} />
      )}
      {isWaiting ? 'waits for the network' : (due ?? 'No schedule')}
    </p>
  )
}

function colourOf(plant: Plant, now: number, { isFresh, isWaiting }: { isFresh: boolean; isWaiting: boolean }): string {
  if (isWaiting) return 'text-sun-ink'
  if (isFresh) return 'text-leaf-strong'
  return isThirsty(plant, now) ? 'font-medium text-danger' : 'text-ink-soft'
}

interface CardActProps {
  plant: Plant
  look: CardLook
  filled: boolean
  /** Its watering that waits for the network. */
  waiting: QueuedAct | undefined
  offer: WateringOffer | undefined
  /** Absent for who may not water, and for a dead plant. */
  onWater: ((plant: Plant) => void) | undefined
}

/** Waters the plant, or takes that back. */
export function CardAct({ plant, look, filled, waiting, offer, onWater }: CardActProps) {
  const place = classes('z-10 [grid-area:water]', FOOT_LOOKS[look])
  if (waiting) return <UndoButton dense act={waiting} className={place} />
  if (offer) return <OfferedUndo plant={plant} offer={offer} className={place} />
  if (!onWater) return undefined
  const isCompact = look !== 'card'
  return (
    <Button
      data-check
      dense
      variant={filled ? 'leaf' : 'soft'}
      onClick={() => onWater(plant)}
      aria-label={`Water ${plant.plantName}`}
      className={classes(place, isCompact && 'max-sm:size-11 max-sm:px-0!')}
    >
      {isCompact && <Droplet aria-hidden className="size-4.5 sm:hidden" />}
      <span className={isCompact ? 'max-sm:hidden' : undefined}>Water</span>
    </Button>
  )
}

interface OfferedUndoProps {
  plant: Plant
  offer: WateringOffer
  className: string
}

/** Can be pressed for eight seconds, in which a line runs out. They don’t pass while the pointer or the focus is on it. */
function OfferedUndo({ plant, offer, className }: OfferedUndoProps) {
  const [isHeld, setHeld] = useState(false)
  const [busy, setBusy] = useState(false)
  useOffer(isHeld || busy, () => endOffer(offer))

  async function undo() {
    setBusy(true)
    try {
      await offer.undo()
    } catch (error) {
      toastFailure(error)
    }
    endOffer(offer)
  }

  return (
    <>
      <Button
        data-undo
        dense
        variant="ghost"
        busy={busy}
        aria-label={`Undo: watered ${plant.plantName}`}
        onClick={() => void undo()}
        onPointerEnter={({ pointerType }) => setHeld(pointerType !== 'touch')}
        onPointerLeave={() => setHeld(false)}
        onFocus={({ target }) => setHeld(target.matches(':focus-visible'))}
        onBlur={() => setHeld(false)}
        className={classes('bg-surface px-3!', className)}
      >
        <Undo2 aria-hidden className="size-4 max-sm:hidden" />
        Undo
      </Button>
      <span
        aria-hidden
        data-held={isHeld || busy ? '' : undefined}
        className="pointer-events-none absolute inset-0 overflow-hidden rounded-[inherit]"
      >
        <span className="undo-line absolute inset-x-0 bottom-0 h-0.5 bg-leaf" />
      </span>
    </>
  )
}

const FOOT_LOOKS = { card: 'mt-3', compact: 'sm:mt-3', row: '' } as const
