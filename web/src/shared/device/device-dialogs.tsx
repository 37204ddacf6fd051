import type { Device } from '@greenhouse/contract'
import { ConnectDialog } from './connect-dialog.tsx'
import { DeviceDialog } from './device-dialog.tsx'
import { DeleteReadingsDialog } from './delete-readings-dialog.tsx'
import { FirstReading } from './first-reading.tsx'
import { RemoveDeviceDialog } from './remove-device-dialog.tsx'

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
