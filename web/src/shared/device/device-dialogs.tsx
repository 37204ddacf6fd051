import type { Device } from '@greenhouse/contract'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { connectPath } from './connect-path.ts'
import { DeviceDialog } from './device-dialog.tsx'
import { useDeleteReadings, useRemoveDevice } from './device-mutations.ts'

export type Edited = { device: Device; atInterval: boolean }

export type Asked = { dialog: 'remove' | 'delete-readings'; device: Device }

interface DeviceDialogsProps {
  edited: Edited | undefined
  setEdited: (edited: Edited | undefined) => void
  asked: Asked | undefined
  setAsked: (asked: Asked | undefined) => void
  onRemoved?: () => void
}

export function DeviceDialogs({ edited, setEdited, asked, setAsked, onRemoved }: DeviceDialogsProps) {
  const [, navigate] = useLocation()
  const close = () => setAsked(undefined)
  return (
    <>
      <DeviceDialog
        device={edited?.device}
        atInterval={edited?.atInterval ?? false}
        onClose={() => setEdited(undefined)}
        onConnect={({ deviceId }) => {
          setEdited(undefined)
          navigate(connectPath(deviceId))
        }}
        onDeleteReadings={(device) => setAsked({ dialog: 'delete-readings', device })}
      />
      <DeleteReadingsDialog device={asked?.dialog === 'delete-readings' ? asked.device : undefined} onClose={close} />
      <RemoveDeviceDialog
        device={asked?.dialog === 'remove' ? asked.device : undefined}
        onRemoved={onRemoved}
        onClose={close}
      />
    </>
  )
}

function DeleteReadingsDialog({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
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
