import type { Place } from '@greenhouse/contract'
import { MapPinOff } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { PlaceIcon } from './place-icon.tsx'
import { placesInOrder, placesWithin, type PlaceTree } from '../../shared/place/place-tree.ts'
import { useDialog } from '../../ui/dialog-state.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Thing } from './garden.ts'

interface MoveDialogProps {
  tree: PlaceTree
  thing: Thing | undefined
  onMove: (thing: Thing, parentId: string | null) => Promise<void>
  onClose: () => void
}

export function MoveDialog({ tree, thing, onMove, onClose }: MoveDialogProps) {
  return (
    <Dialog title={`Move ${thing?.name} to`} open={thing !== undefined} onClose={onClose}>
      {thing && <Targets tree={tree} thing={thing} onMove={(parentId) => onMove(thing, parentId)} onMoved={onClose} />}
    </Dialog>
  )
}

interface TargetsProps {
  tree: PlaceTree
  thing: Thing
  onMove: (parentId: string | null) => Promise<void>
  onMoved: () => void
}

function Targets({ tree, thing, onMove, onMoved }: TargetsProps) {
  const dialog = useDialog()
  const here = standsIn(thing, tree)
  const places = useMemo(() => {
    const own = thing.kind === 'place' ? placesWithin(tree, thing.id) : undefined
    return placesInOrder(tree).filter(({ place }) => own?.has(place.placeId) !== true)
  }, [tree, thing])

  async function choose(parentId: string | null) {
    if (dialog?.isBusy === true) return
    dialog?.setFailure(undefined)
    dialog?.setBusy(true)
    try {
      await onMove(parentId)
      onMoved()
    } catch (error) {
      dialog?.setFailure(failureMessage(error))
    } finally {
      dialog?.setBusy(false)
    }
  }

  const target = (place: Place | undefined, depth: number, content: ReactNode) => {
    const placeId = place?.placeId ?? null
    return (
      <Target key={placeId} depth={depth} isHere={placeId === here} onChoose={() => void choose(placeId)}>
        {content}
      </Target>
    )
  }

  return (
    <ul>
      {target(
        undefined,
        0,
        <>
          <MapPinOff aria-hidden className="size-5 shrink-0 text-ink-soft" />
          {thing.kind === 'place' ? 'Not in another place' : 'No place'}
        </>,
      )}
      {places.map(({ place, depth }) =>
        target(
          place,
          depth,
          <>
            <PlaceIcon kind={place.kind} className="size-5 shrink-0 text-ink-soft" />
            <bdi className="truncate">{place.name}</bdi>
          </>,
        ),
      )}
    </ul>
  )
}

interface TargetProps {
  depth: number
  isHere: boolean
  onChoose: () => void
  children: ReactNode
}

function Target({ depth, isHere, onChoose, children }: TargetProps) {
  return (
    <li>
      <button
        type="button"
        disabled={isHere}
        onClick={onChoose}
        style={{ '--level': depth }}
        className={classes(
          'flex min-h-12 w-full items-center gap-3 rounded-control ps-[calc(var(--level)*24px+0.5rem)] pe-2 text-start -outline-offset-2!',
          isHere ? 'font-semibold' : 'hover:bg-sunken',
        )}
      >
        {children}
        {isHere && <span className="ms-auto shrink-0 text-sm font-normal text-ink-soft">here now</span>}
      </button>
    </li>
  )
}

/** A place that was removed meanwhile counts as none. */
function standsIn(thing: Thing, { byId }: PlaceTree): string | null {
  const id =
    thing.kind === 'place' ? thing.place.parentId : thing.kind === 'device' ? thing.device.placeId : thing.plant.placeId
  return byId.get(id ?? '')?.placeId ?? null
}
