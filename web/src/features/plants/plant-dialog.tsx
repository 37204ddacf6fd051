import type { Plant, PlantInput } from '@greenhouse/contract'
import { useState, type ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { dueLabel, plantFacts } from './due.ts'
import { PlantDrawing } from './plant-drawing.tsx'
import { PlantForm } from './plant-form.tsx'
import { useAddPlant, useEditPlant, useMarkDead } from './plant-queries.ts'

const FORM = 'plant-form'
const TOAST = { duration: 3000 }

/** Which plant the dialog is about, and in which of its modes. */
export type PlantDialogMode = { mode: 'add' } | { mode: 'details' | 'edit'; plantId: string }

export interface PlantDialogProps {
  shown: PlantDialogMode | undefined
  /** The plant itself, undefined for a new one. */
  plant: Plant | undefined
  now: number
  onShow: (shown: PlantDialogMode | undefined) => void
  onWater: (plantId: string) => void
}

export function PlantDialog({ shown, plant, now, onShow, onWater }: PlantDialogProps) {
  const add = useAddPlant()
  const edit = useEditPlant(plant?.plantId ?? '')
  const [removing, setRemoving] = useState(false)
  const close = () => onShow(undefined)
  const details = plant && (() => onShow({ mode: 'details', plantId: plant.plantId }))

  async function save(input: PlantInput) {
    if (plant && details) {
      await edit.mutateAsync({ ...input, planted: input.planted ?? '' })
      toast.success('Plant updated', TOAST)
      details()
    } else {
      await add.mutateAsync(input)
      toast.success('Plant added', TOAST)
      close()
    }
  }

  const ofDetails = shown?.mode === 'details' && plant
  return (
    <>
      <Dialog
        open={shown !== undefined && (shown.mode === 'add' || plant !== undefined)}
        title={ofDetails ? ofDetails.plantName : shown?.mode === 'edit' ? 'Edit plant' : 'Add a plant'}
        onClose={close}
        footer={
          ofDetails ? (
            <DetailsButtons
              plant={ofDetails}
              onRemove={() => setRemoving(true)}
              onEdit={() => onShow({ mode: 'edit', plantId: ofDetails.plantId })}
              onWater={() => onWater(ofDetails.plantId)}
            />
          ) : (
            <>
              <Button variant="ghost" onClick={details ?? close}>
                {details ? 'Go back' : 'Cancel'}
              </Button>
              <Button variant="leaf" type="submit" form={FORM} busy={add.isPending || edit.isPending}>
                {plant ? 'Save changes' : 'Add plant'}
              </Button>
            </>
          )
        }
      >
        {ofDetails ? (
          <Details plant={ofDetails} now={now} />
        ) : (
          <PlantForm key={plant?.plantId} id={FORM} plant={plant} onSave={save} />
        )}
      </Dialog>
      {plant && <RemoveQuestion plant={plant} open={removing} onClose={() => setRemoving(false)} onRemoved={close} />}
    </>
  )
}

function DetailsButtons(props: { plant: Plant; onRemove: () => void; onEdit: () => void; onWater: () => void }) {
  const { plant, onRemove, onEdit, onWater } = props
  return (
    <>
      {!plant.isDead && (
        <Button variant="ghost" onClick={onRemove} className="text-danger sm:me-auto">
          Remove plant
        </Button>
      )}
      <Button onClick={onEdit}>Edit</Button>
      {!plant.isDead && (
        <Button variant="leaf" onClick={onWater}>
          Water
        </Button>
      )}
    </>
  )
}

function Details({ plant, now }: { plant: Plant; now: number }) {
  const { planted, lastWatered, plantNotes, plantType, species, isDead } = plant
  return (
    <div className="grid gap-5">
      <span className="grid h-32 place-items-center rounded-control bg-sunken">
        <PlantDrawing type={plantType} className="size-24" />
      </span>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        <Fact name="Type">{plantFacts(plant)}</Fact>
        {species !== undefined && (
          <Fact name="Species">
            <i lang="la">{species}</i>
          </Fact>
        )}
        <Fact name="Planted">{planted === null ? 'Not noted' : formatDate(planted)}</Fact>
        <Fact name="Last watered">{lastWatered === null ? 'Never' : formatDateTime(lastWatered)}</Fact>
        <Fact name="Next watering">{isDead ? 'None: the plant is dead' : (dueLabel(plant, now) ?? 'No rhythm')}</Fact>
        {plantNotes !== '' && <Fact name="Notes">{plantNotes}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </>
  )
}

function RemoveQuestion(props: { plant: Plant; open: boolean; onClose: () => void; onRemoved: () => void }) {
  const { plant, open, onClose, onRemoved } = props
  const markDead = useMarkDead()

  async function remove() {
    await markDead.mutateAsync(plant.plantId)
    toast.success('Plant removed', TOAST)
    onRemoved()
  }

  return (
    <ConfirmDialog
      open={open}
      title={`Remove ${plant.plantName}?`}
      confirmLabel="Remove plant"
      danger
      onConfirm={remove}
      failure={() => 'Could not remove plant'}
      onClose={onClose}
    >
      It is marked as dead and kept under View dead. Nobody is reminded of it any more.
    </ConfirmDialog>
  )
}
