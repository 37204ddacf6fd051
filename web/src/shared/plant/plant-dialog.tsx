import type { Plant } from '@greenhouse/contract'
import { useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import { useMay } from '../household/household-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { DetailsButtons, PlantDetails } from './plant-details.tsx'
import { toastFailure } from '../../ui/toast-failure.ts'
import { useArrangePlant } from '../place/place-mutations.ts'
import { PlantForm, type PlacedPlant, type PlantFormProps } from './plant-form.tsx'
import { DeleteQuestion, RemoveQuestion } from './plant-questions.tsx'
import { useEditPlant, useAddPlant } from './plant-mutations.ts'
import { changeOf } from './typed-plant.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'

const FORM = 'edit-plant'

export type PlantDialogMode =
  | { mode: 'add'; name?: string }
  | { mode: 'details'; plantId: string }
  | { mode: 'edit'; plantId: string; focus?: PlantFormProps['focus'] }

interface PlantDialogProps {
  shown: PlantDialogMode | undefined
  plants: readonly Plant[] | undefined
  now: number
  /** Renders the dialogs in idle time, before they are opened. */
  prepared?: boolean
  onShow: (shown: PlantDialogMode | undefined) => void
  onWater: (plant: Plant) => void
}

export function PlantDialog({ shown, plants, now, prepared = false, onShow, onWater }: PlantDialogProps) {
  const known = shown && shown.mode !== 'add' ? shown : undefined
  const opened = plants?.find(({ plantId }) => plantId === known?.plantId)
  // A closed dialog renders any plant: when prepared, only texts change on opening.
  const plant = opened ?? plants?.[0]
  const close = () => onShow(undefined)
  const mayAdd = useMay('gardener')
  return (
    <>
      {mayAdd && (
        <AddPlantDialog
          open={shown?.mode === 'add'}
          name={shown?.mode === 'add' ? shown.name : undefined}
          prepared={prepared}
          onClose={close}
        />
      )}
      {plant && (
        <KnownPlantDialog
          shown={opened && known}
          plant={plant}
          now={now}
          prepared={prepared}
          onShow={onShow}
          onWater={onWater}
        />
      )}
    </>
  )
}

interface KnownPlantDialogProps extends Omit<PlantDialogProps, 'shown' | 'plants' | 'prepared'> {
  prepared: boolean
  shown: Exclude<PlantDialogMode, { mode: 'add' }> | undefined
  plant: Plant
}

function KnownPlantDialog({ shown, plant, now, prepared, onShow, onWater }: KnownPlantDialogProps) {
  const [asked, setAsked] = useState<'remove' | 'delete'>()
  const { save, isSaving, revive } = usePlantChanges(plant)
  const { plantId } = plant
  const close = () => onShow(undefined)
  const showDetails = () => onShow({ mode: 'details', plantId })
  const showForm = (focus?: PlantFormProps['focus']) => onShow({ mode: 'edit', plantId, focus })
  const isEdited = shown?.mode === 'edit'
  // A dialog without buttons has no foot.
  const hasButtons = useMay(plant.isDead ? 'gardener' : 'carer')
  const stopAsking = () => setAsked(undefined)

  return (
    <>
      <Dialog
        open={shown !== undefined}
        prepared={prepared}
        title={isEdited ? 'Edit plant' : plant.plantName}
        onClose={close}
        footer={
          isEdited ? (
            <>
              <Button variant="ghost" onClick={showDetails}>
                Go back
              </Button>
              <Button variant="leaf" type="submit" form={FORM} busy={isSaving}>
                Save changes
              </Button>
            </>
          ) : hasButtons ? (
            <DetailsButtons
              plant={plant}
              now={now}
              onRemove={() => setAsked('remove')}
              onDelete={() => setAsked('delete')}
              onRevive={revive}
              onEdit={() => showForm()}
              onWater={() => onWater(plant)}
            />
          ) : undefined
        }
      >
        {isEdited ? (
          <PlantForm
            id={FORM}
            plant={plant}
            focus={shown.focus}
            onSave={(saved, before) => save(saved, before).then(showDetails)}
          />
        ) : (
          <DetailsWithLink plant={plant} now={now} onChangeWatered={() => showForm('lastWatered')} />
        )}
      </Dialog>
      <RemoveQuestion plant={plant} open={asked === 'remove'} onClose={stopAsking} onDone={close} />
      <DeleteQuestion plant={plant} open={asked === 'delete'} onClose={stopAsking} onDone={close} />
    </>
  )
}

function DetailsWithLink(props: ComponentProps<typeof PlantDetails>) {
  return (
    <>
      <PlantDetails {...props} />
      <Link
        to={`/plants/${props.plant.plantId}`}
        className="hit-area mt-4 inline-flex min-h-11 items-center font-semibold text-leaf-strong underline underline-offset-4"
      >
        Open page
      </Link>
    </>
  )
}

function usePlantChanges({ plantId }: Plant) {
  const { mutateAsync: edit, isPending: isSaving } = useEditPlant(plantId)
  const { mutateAsync: arrange } = useArrangePlant()

  async function save({ input, ...wanted }: PlacedPlant, before: Plant | undefined): Promise<void> {
    await edit(before ? changeOf(before, input) : input)
    const changes = arrangementOf(wanted, before)
    if (Object.keys(changes).length > 0) await arrange({ plantId, ...changes })
    toast.success('Plant updated', CHANGE_TOAST)
  }

  async function revive(): Promise<void> {
    await edit({ isDead: false })
    toast.success('Plant revived', CHANGE_TOAST)
  }

  return { save, revive, isSaving }
}

/** Returns what differs from the plant as it was. */
function arrangementOf({ placeId, speciesId, hardyTo }: Omit<PlacedPlant, 'input'>, before: Plant | undefined) {
  return {
    ...(placeId === (before?.placeId ?? null) ? {} : { placeId }),
    ...(speciesId === undefined ? {} : { speciesId }),
    ...(hardyTo === (before?.hardyTo ?? null) ? {} : { hardyTo }),
  }
}

const ADD_FORM = 'add-plant'

interface AddPlantDialogProps {
  open: boolean
  /** Of the plant, until it is changed. */
  name?: string | undefined
  /** Renders the form in idle time, before it is opened. */
  prepared: boolean
  onClose: () => void
}

export function AddPlantDialog({ open, name, prepared, onClose }: AddPlantDialogProps) {
  const { mutateAsync: addPlant } = useAddPlant()
  const { mutateAsync: arrange } = useArrangePlant()

  async function add({ input, ...wanted }: PlacedPlant): Promise<void> {
    const { plantId } = await addPlant(input)
    const changes = arrangementOf(wanted, undefined)
    // The plant exists: a second try would make another.
    if (Object.keys(changes).length > 0) await arrange({ plantId, ...changes }).catch(toastFailure)
    toast.success('Plant added', CHANGE_TOAST)
    onClose()
  }

  return (
    <Dialog
      open={open}
      prepared={prepared}
      onClose={onClose}
      title="Add a plant"
      footer={<FormButtons form={ADD_FORM} submitLabel="Add plant" onCancel={onClose} />}
    >
      <PlantForm key={name} id={ADD_FORM} plant={undefined} name={name} onSave={add} />
    </Dialog>
  )
}
