import type { Device } from '@greenhouse/contract'
import { useRemoveDevice } from '../../features/devices/device-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks before a device goes; open while there is one. */
export function RemoveDeviceDialog({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
  const remove = useRemoveDevice()

  function confirm() {
    if (!device) return
    remove.mutate(device.deviceId, {
      onSuccess: () => {
        toast.success(`Device "${device.deviceName}" removed successfully!`, { duration: 3000 })
        onClose()
      },
      onError: ({ message }) => toast.error(`Failed to remove device: ${message}`),
    })
  }

  return (
    <ConfirmDialog
      open={device !== undefined}
      title="Are you sure you want to remove the device?"
      confirmLabel="Remove device"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {device?.deviceName}: its readings are deleted and its token stops working.
    </ConfirmDialog>
  )
}
