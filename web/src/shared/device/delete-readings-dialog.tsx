import type { Device } from '@greenhouse/contract'
import { useDeleteReadings } from './device-mutations.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

export function DeleteReadingsDialog({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
  const remove = useDeleteReadings(device?.deviceId ?? '')

  async function confirm() {
    await remove.mutateAsync()
    toast.success('Readings deleted', CHANGE_TOAST)
  }

  return (
    <ConfirmDialog
      open={device !== undefined}
      title="Delete all readings of the device?"
      confirmLabel="Delete readings"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      Everything {device?.deviceName} has sent, including its history, will be deleted. This can’t be undone. The device
      stays and keeps reporting.
    </ConfirmDialog>
  )
}
