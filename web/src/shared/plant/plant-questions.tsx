import type { Plant } from '@greenhouse/contract'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useDeletePlant, useMarkDead } from './plant-mutations.ts'

interface PlantQuestionProps {
  plant: Plant
  open: boolean
  onClose: () => void
  onDone: () => void
}

export function RemoveQuestion({ plant, open, onClose, onDone }: PlantQuestionProps) {
  const { mutateAsync: markDead } = useMarkDead()

  async function remove() {
    await markDead(plant.plantId)
    toast.success('Plant removed', CHANGE_TOAST)
    onDone()
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
      It will be marked as dead and kept under View dead. You’ll get no more reminders for it.
    </ConfirmDialog>
  )
}

export function DeleteQuestion({ plant, open, onClose, onDone }: PlantQuestionProps) {
  const { mutateAsync: deletePlant } = useDeletePlant()

  async function remove() {
    await deletePlant(plant.plantId)
    toast.success('Plant deleted', CHANGE_TOAST)
    onDone()
  }

  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${plant.plantName} for good?`}
      confirmLabel="Delete plant"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      The plant, its notes and the dates of its waterings will be deleted. This can’t be undone.
    </ConfirmDialog>
  )
}
