import { LABELS_AT_ONCE_MAX, type Plant } from '@greenhouse/contract'
import { CalendarCheck, Droplet, Ellipsis, Move, QrCode, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { useAddCare, useRemoveCare } from '../../shared/care/care-mutations.ts'
import { KEPT } from '../../shared/queue/queued-act.ts'
import { useTakeBack } from '../../shared/queue/use-perform.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { usePlaceTree } from '../../shared/place/place-queries.ts'
import { MovePlantsDialog } from '../../shared/plant/move-plants-dialog.tsx'
import { useMarkDead } from '../../shared/plant/plant-mutations.ts'
import { randomId } from '../../lib/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { toastFailure } from '../../ui/toast-failure.ts'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

const NoteSheet = lazy(async () => ({ default: (await import('../../shared/care/note-sheet.tsx')).NoteSheet }))

interface SelectionBarProps {
  plants: readonly Plant[]
  overdue: readonly Plant[]
  confirmFirst: boolean
  onChoose: (ids: readonly string[]) => void
  onEnd: () => void
}

/** Offers the actions for the selected plants at the foot of the page. */
export function SelectionBar({ plants, overdue, confirmFirst, onChoose, onEnd }: SelectionBarProps) {
  const [asked, setAsked] = useState<Asked>()
  const waterNow = useWaterSeveral(onEnd)
  const isEmpty = plants.length === 0
  const close = () => setAsked(undefined)
  const chooseOverdue = () => onChoose(overdue.map(({ plantId }) => plantId))
  return (
    <div
      role="toolbar"
      aria-label="Selected plants"
      data-foot
      className="fixed inset-x-0 bottom-14 z-20 flex justify-center px-2 sm:px-4 lg:bottom-4 print:hidden"
    >
      <div className="flex w-full max-w-[78rem] flex-wrap items-center gap-x-2 gap-y-1 rounded-card bg-ink p-2 ps-4 text-surface shadow-dialog forced-colors:border">
        <output className="font-semibold">{plants.length} selected</output>
        {overdue.length > 0 && (
          <button
            type="button"
            onClick={chooseOverdue}
            className="min-h-11 px-2 text-sm underline underline-offset-4 max-[22.5rem]:px-0"
          >
            Select all {overdue.length} overdue
          </button>
        )}
        <span className="order-2 ms-auto flex items-center gap-1 max-sm:ms-0 max-sm:w-full">
          <Button
            variant="leaf"
            disabled={isEmpty}
            onClick={() => (confirmFirst ? setAsked('water') : waterNow(plants))}
            className="max-sm:flex-1"
          >
            <Droplet aria-hidden className="size-4.5" />
            Water {plants.length}
          </Button>
          <Acts plants={plants} onAsk={setAsked} />
        </span>
        <IconButton label="End selecting" tone="plain" onClick={onEnd} className="max-sm:ms-auto sm:order-3">
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <ConfirmDialog
        open={asked === 'water'}
        title={`Do you really want to water ${counted(plants)} now?`}
        confirmLabel={`Water ${plants.length}`}
        onConfirm={() => waterNow(plants)}
        onClose={close}
      >
        The next watering will be counted from now.
      </ConfirmDialog>
      <Suspense>
        {asked === 'care' && <NoteSheet open title="Other care" plants={plants} onClose={close} onSaved={onEnd} />}
      </Suspense>
      <MovePlantsDialog plants={asked === 'move' ? plants : undefined} onClose={close} onMoved={onEnd} />
      <RemoveSeveral plants={plants} open={asked === 'remove'} onClose={close} onDone={onEnd} />
    </div>
  )
}

type Asked = 'water' | 'care' | 'move' | 'remove'

interface ActsProps {
  plants: readonly Plant[]
  onAsk: (asked: Asked) => void
}

/** Phones have room for one beside water; the others are in a menu. */
function Acts({ plants, onAsk }: ActsProps) {
  const acts = useActs(plants, onAsk)
  const first = acts.find(({ label }) => label === MOVE) ?? acts[0]
  const others = acts.filter((act) => act !== first)
  return (
    <>
      {acts.map((act) => (
        <BarButton
          key={act.label}
          act={act}
          className={act === first ? 'max-sm:flex-1 max-sm:border max-sm:border-surface/50' : 'max-sm:hidden'}
        />
      ))}
      <span className="sm:hidden">
        <Menu
          label="More for the selected plants"
          groups={[others]}
          className="grid size-11 place-items-center rounded-control"
        >
          <Ellipsis aria-hidden className="size-5" />
        </Menu>
      </span>
    </>
  )
}

function useActs(plants: readonly Plant[], onAsk: (asked: Asked) => void): MenuEntry[] {
  const [, navigate] = useLocation()
  const hasPlaces = usePlaceTree().byId.size > 0
  const mayChange = useMay('gardener')
  const ids = plants.map(({ plantId }) => plantId).join(',')
  const icon = 'size-4.5'
  const acts: MenuEntry[] = [
    { label: 'Other care', icon: <CalendarCheck aria-hidden className={icon} />, onChoose: () => onAsk('care') },
    ...(mayChange && hasPlaces
      ? [{ label: MOVE, icon: <Move aria-hidden className={icon} />, onChoose: () => onAsk('move') }]
      : []),
    {
      label: 'Labels',
      icon: <QrCode aria-hidden className={icon} />,
      onChoose: () => navigate(`/labels?plants=${ids}`),
      isDisabled: plants.length > LABELS_AT_ONCE_MAX,
    },
    ...(mayChange ? [{ label: 'Remove plant', onChoose: () => onAsk('remove') }] : []),
  ]
  return acts.map((act) => ({ ...act, isDisabled: act.isDisabled === true || plants.length === 0 }))
}

const MOVE = 'Move to…'

interface BarButtonProps {
  act: MenuEntry
  className: string
}

function BarButton({ act, className }: BarButtonProps) {
  return (
    <button
      type="button"
      disabled={act.isDisabled}
      onClick={act.onChoose}
      className={classes(
        'flex min-h-11 items-center justify-center gap-2 rounded-control px-3 font-semibold whitespace-nowrap disabled:opacity-60 max-[22.5rem]:[&>svg]:hidden',
        className,
      )}
    >
      {act.icon}
      {act.label}
    </button>
  )
}

interface RemoveSeveralProps {
  plants: readonly Plant[]
  open: boolean
  onClose: () => void
  onDone: () => void
}

function RemoveSeveral({ plants, open, onClose, onDone }: RemoveSeveralProps) {
  const { mutateAsync: markDead } = useMarkDead()

  async function remove() {
    for (const { plantId } of plants) await markDead(plantId)
    toast.success(plants.length === 1 ? 'Plant removed' : `${counted(plants)} removed`, CHANGE_TOAST)
    onDone()
  }

  return (
    <ConfirmDialog
      open={open}
      title={`Remove ${counted(plants)}?`}
      confirmLabel="Remove"
      danger
      onConfirm={remove}
      failure={() => 'Could not remove all plants'}
      onClose={onClose}
    >
      They will be marked as dead and kept under View dead. You’ll get no more reminders for them.
    </ConfirmDialog>
  )
}

const UNDO_MS = 8000
const TOAST = 'watered-several'

/** Returns a function that waters plants by one request, which one Undo takes back, even after the page was left. */
function useWaterSeveral(onDone: () => void): (plants: readonly Plant[]) => void {
  const { mutateAsync: add } = useAddCare()
  const { mutateAsync: remove } = useRemoveCare()
  const takeBack = useTakeBack()

  async function undo(careId: string, label: string, isKept: boolean) {
    await (isKept ? takeBack(careId) : remove({ careId, batch: true, label }))
    toast.success('Watering undone', { id: TOAST, ...CHANGE_TOAST })
  }

  async function water(plants: readonly Plant[]) {
    const plantIds = plants.map(({ plantId }) => plantId)
    const empty = { label: '', note: '', amount: null, amountUnit: null }
    const careId = randomId()
    const label = `Watered ${counted(plants)}`
    const reply = await add({ label, input: { careId, kind: 'water', plantIds, ...empty } })
    const isKept = reply === KEPT
    const undoneId = isKept ? careId : reply.care[0]?.careId
    toast.success(isKept ? `${label}, waits for the network` : label, {
      id: TOAST,
      duration: UNDO_MS,
      ...(undoneId !== undefined && {
        action: { label: 'Undo', onAct: () => void undo(undoneId, label, isKept).catch(toastFailure) },
      }),
    })
    onDone()
  }

  return (plants) => void water(plants).catch(toastFailure)
}

function counted(plants: readonly Plant[]): string {
  return plants.length === 1 ? '1 plant' : `${plants.length} plants`
}
