import { type Device, isMissing, type Series } from '@greenhouse/contract'
import { ConnectDialog } from './connect-dialog.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { useDeleteReadings, useRemoveDevice } from './device-mutations.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Radio } from 'lucide-react'
import { useState } from 'react'
import { deviceList } from './device-queries.ts'
import { LiveBadge } from './live-badge.tsx'
import { useLiveSeries } from '../series/live-series.ts'
import { newestTimeOf, newestValuesOf } from '../series/newest-values.ts'
import { newestSeries } from '../series/series-queries.ts'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../metric/show-value.ts'

export type Edited = { device: undefined } | { device: Device; atInterval: boolean }

export type Asked =
  | { dialog: 'remove' | 'delete-readings'; device: Device }
  | { dialog: 'connect'; device: Pick<Device, 'deviceId' | 'deviceName' | 'waitTime'>; token?: string }

interface DeviceDialogsProps {
  edited: Edited | undefined
  setEdited: (edited: Edited | undefined) => void
  asked: Asked | undefined
  setAsked: (asked: Asked | undefined) => void
  celsius: boolean
  onRemoved?: () => void
  onTokenReplaced?: (token: string) => void
}

export function DeviceDialogs(props: DeviceDialogsProps) {
  const { edited, setEdited, asked, setAsked, celsius, onRemoved, onTokenReplaced } = props
  const close = () => setAsked(undefined)
  const connected = asked?.dialog === 'connect' ? asked : undefined
  return (
    <>
      <DeviceDialog
        open={edited !== undefined}
        device={edited?.device}
        atInterval={edited?.device !== undefined && edited.atInterval}
        onClose={() => setEdited(undefined)}
        onCreated={(device) => setAsked({ dialog: 'connect', device, token: device.deviceToken })}
        onConnect={(device) => setAsked({ dialog: 'connect', device })}
        onDeleteReadings={(device) => setAsked({ dialog: 'delete-readings', device })}
      />
      <ConnectDialog
        open={connected !== undefined}
        device={connected?.device}
        token={connected?.token}
        firstReading={connected && <FirstReading deviceId={connected.device.deviceId} celsius={celsius} />}
        onReplaced={onTokenReplaced}
        onClose={close}
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

/** Waits for the first reading and shows its values; for a device with readings, shows its state. */
function FirstReading({ deviceId, celsius }: { deviceId: Device['deviceId']; celsius: boolean }) {
  const { data: devices } = useQuery(deviceList)
  const { data: series = [] } = useQuery(newestSeries)
  useLiveSeries([deviceId])
  const time = newestTimeOf(series, deviceId)
  const [hasWaited, setHasWaited] = useState(time === null)
  if (time === null && !hasWaited) setHasWaited(true)

  const device = devices?.find((one) => one.deviceId === deviceId)
  if (!hasWaited) return <LiveBadge time={time} intervalSeconds={Number(device?.waitTime)} />
  const Icon = time === null ? Radio : CircleCheck
  return (
    <output className="flex min-h-11 items-center gap-2 text-sm text-ink-soft">
      <Icon aria-hidden className={time === null ? 'size-5 shrink-0' : 'size-5 shrink-0 text-ok'} />
      {time === null ? (
        'Waiting for the first reading…'
      ) : (
        <span>
          First reading received: <b className="font-semibold text-ink">{valuesOf(series, deviceId, celsius)}</b>
        </span>
      )}
    </output>
  )
}

function valuesOf(series: readonly Series[], deviceId: string, celsius: boolean): string {
  const values = newestValuesOf(series, deviceId).flatMap(({ metric, newest }) => {
    // Computed values did not come from the board.
    if (metric.isDerived === true || isMissing(metric, newest?.value)) return []
    const { text, unit } = showValue(metric, newest?.value, celsius)
    return [withUnit(text, unit)]
  })
  return values.length === 0 ? 'N/A' : values.join(', ')
}
