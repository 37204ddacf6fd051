import type { PlantInput } from '@greenhouse/contract'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { PlantForm } from './plant-form.tsx'
import { useAddPlant } from './plant-mutations.ts'

const FORM = 'add-plant'

interface AddPlantDialogProps {
  open: boolean
  /** Renders the form in idle time, before it is opened. */
  prepared: boolean
  onClose: () => void
}

export function AddPlantDialog({ open, prepared, onClose }: AddPlantDialogProps) {
  const { mutateAsync: addPlant } = useAddPlant()

  async function add(input: PlantInput): Promise<void> {
    await addPlant(input)
    toast.success('Plant added', CHANGE_TOAST)
    onClose()
  }

  return (
    <Dialog
      open={open}
      prepared={prepared}
      onClose={onClose}
      title="Add a plant"
      footer={<FormButtons form={FORM} submitLabel="Add plant" onCancel={onClose} />}
    >
      <PlantForm id={FORM} plant={undefined} onSave={add} />
    </Dialog>
  )
}
