import type { Plant, PlantInput } from '@greenhouse/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { DetailsButtons, PlantDetails } from './plant-details.tsx'
import { PlantForm, type PlantFormProps } from './plant-form.tsx'
import { DeleteQuestion, RemoveQuestion } from './plant-questions.tsx'
import { useAddPlant, useEditPlant } from './plant-queries.ts'
import { PLANT_TOAST } from './plant-toast.ts'
import { changeOf } from './typed-plant.ts'

const FORM = 'plant-form'

/** Which plant the dialog is about, and in which of its modes. */
export type PlantDialogMode =
  | { mode: 'add' }
  | { mode: 'details'; plantId: string }
  | { mode: 'edit'; plantId: string; focus?: PlantFormProps['focus'] }

export interface PlantDialogProps {
  shown: PlantDialogMode | undefined
  plants: readonly Plant[] | undefined
  now: number
  onShow: (shown: PlantDialogMode | undefined) => void
  onWater: (plant: Plant) => void
}

/** The dialog of a plant: its details, or the form to add or change it. */
export function PlantDialog({ shown, plants, now, onShow, onWater }: PlantDialogProps) {
  const [asked, setAsked] = useState<'remove' | 'delete'>()
  const opened = shown && shown.mode !== 'add' ? shown.plantId : undefined
  const plant = plants?.find(({ plantId }) => plantId === opened)
  const { save, isSaving, revive } = usePlantChanges(plant)
  const close = () => onShow(undefined)
  const showDetails = plant && (() => onShow({ mode: 'details', plantId: plant.plantId }))
  const showForm = (focus?: PlantFormProps['focus']) => plant && onShow({ mode: 'edit', plantId: plant.plantId, focus })
  const detailed = shown?.mode === 'details' ? plant : undefined
  const question = { onClose: () => setAsked(undefined), onDone: close }

  return (
    <>
      <Dialog
        open={shown !== undefined && (shown.mode === 'add' || plant !== undefined)}
        title={detailed ? detailed.plantName : plant ? 'Edit plant' : 'Add a plant'}
        onClose={close}
        footer={
          detailed ? (
            <DetailsButtons
              plant={detailed}
              now={now}
              onRemove={() => setAsked('remove')}
              onDelete={() => setAsked('delete')}
              onRevive={revive}
              onEdit={() => showForm()}
              onWater={() => onWater(detailed)}
            />
          ) : (
            <>
              <Button variant="ghost" onClick={showDetails ?? close}>
                {plant ? 'Go back' : 'Cancel'}
              </Button>
              <Button variant="leaf" type="submit" form={FORM} busy={isSaving}>
                {plant ? 'Save changes' : 'Add plant'}
              </Button>
            </>
          )
        }
      >
        {detailed ? (
          <PlantDetails plant={detailed} now={now} onChangeWatered={() => showForm('lastWatered')} />
        ) : (
          <PlantForm
            key={opened}
            id={FORM}
            plant={plant}
            focus={shown?.mode === 'edit' ? shown.focus : undefined}
            onSave={(input, before) => save(input, before).then(showDetails ?? close)}
          />
        )}
      </Dialog>
      {plant && <RemoveQuestion plant={plant} open={asked === 'remove'} {...question} />}
      {plant && <DeleteQuestion plant={plant} open={asked === 'delete'} {...question} />}
    </>
  )
}

/** The calls that add or change a plant, each with the message of its success. */
function usePlantChanges(plant: Plant | undefined) {
  const add = useAddPlant()
  const edit = useEditPlant(plant?.plantId ?? '')

  async function save(input: PlantInput, before: Plant | undefined): Promise<void> {
    await (before ? edit.mutateAsync(changeOf(before, input)) : add.mutateAsync(input))
    toast.success(before ? 'Plant updated' : 'Plant added', PLANT_TOAST)
  }

  async function revive(): Promise<void> {
    await edit.mutateAsync({ isDead: false })
    toast.success('Plant revived', PLANT_TOAST)
  }

  return { save, revive, isSaving: add.isPending || edit.isPending }
}
