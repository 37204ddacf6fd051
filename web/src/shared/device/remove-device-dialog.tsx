import type { Device } from '@greenhouse/contract'
import { useRemoveDevice } from './device-mutations.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'

interface RemoveDeviceDialogProps {
  device: Device | undefined
  onRemoved?: (() => void) | undefined
  onClose: () => void
}

export function RemoveDeviceDialog({ device, onRemoved, onClose }: RemoveDeviceDialogProps) {
  const remove = useRemoveDevice()

  async function confirm() {
    if (!device) return
    await remove.mutateAsync(device.deviceId)
    toast.success(`Device "${device.deviceName}" removed successfully!`, CHANGE_TOAST)
    onRemoved?.()
  }

  return (
    <ConfirmDialog
      open={device !== undefined}
      title="Are you sure you want to remove the device?"
      confirmLabel="Remove device"
      danger
      onConfirm={confirm}
      failure={(words) => `Failed to remove device: ${words}`}
      onClose={onClose}
    >
      {device?.deviceName}’s readings will be deleted and its token will stop working. This can’t be undone.
    </ConfirmDialog>
  )
}
