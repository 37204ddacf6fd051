import { deviceInput, WAIT_TIME_DEFAULT_SECONDS, type Device, type NewDevice } from '@greenhouse/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useCreateDevice, useEditDevice } from './device-queries.ts'
import { checkWaitTime, toWaitTime, type WaitTime } from './wait-time.ts'
import { WaitTimeFields } from './wait-time-fields.tsx'

const FORM = 'device-form'
const TOAST = { duration: 3000 }

export interface DeviceDialogProps {
  open: boolean
  /** The device to edit; a new one is made when it is left out. */
  device: Device | undefined
  onClose: () => void
  /** Called with what was made, its token still in it. */
  onCreated: (device: NewDevice) => void
}

export function DeviceDialog({ open, device, onClose, onCreated }: DeviceDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      title={device ? 'Edit device' : 'Add a device'}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="leaf" type="submit" form={FORM} busy={busy}>
            {device ? 'Save changes' : 'Add device'}
          </Button>
        </>
      }
    >
      <DeviceForm {...{ device, onClose, onCreated, setBusy }} />
    </Dialog>
  )
}

type FormProps = Pick<DeviceDialogProps, 'device' | 'onClose' | 'onCreated'> & { setBusy: (busy: boolean) => void }

function DeviceForm({ device, onClose, onCreated, setBusy }: FormProps) {
  const create = useCreateDevice()
  const edit = useEditDevice(device?.deviceId ?? '')
  const [wait, setWait] = useState<WaitTime>(() => toWaitTime(Number(device?.waitTime ?? WAIT_TIME_DEFAULT_SECONDS)))
  const checked = checkWaitTime(wait)
  const form = useForm(deviceInput, {
    initial: {
      deviceName: device?.deviceName ?? '',
      deviceDescription: device?.deviceDescription ?? '',
      waitTime: device?.waitTime ?? String(WAIT_TIME_DEFAULT_SECONDS),
    },
    check: (): Record<string, string> => ('fault' in checked ? { waitTime: checked.fault } : {}),
    async onSubmit(body) {
      setBusy(true)
      try {
        if (device) await edit.mutateAsync(body)
        else onCreated(await create.mutateAsync(body))
        toast.success(`Device "${body.deviceName}" ${device ? 'updated' : 'created'} successfully!`, TOAST)
        onClose()
      } finally {
        setBusy(false)
      }
    },
  })

  function changeWait(next: WaitTime) {
    setWait(next)
    const seconds = checkWaitTime(next)
    form.set('waitTime', 'seconds' in seconds ? seconds.seconds : '')
  }

  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('deviceName')} />
      <TextField
        label="Description"
        rows={3}
        hint="Where it hangs, what it watches."
        {...form.field('deviceDescription')}
      />
      <WaitTimeFields
        value={wait}
        onChange={changeWait}
        error={form.errors['waitTime'] === undefined || !('fault' in checked) ? form.errors['waitTime'] : checked.fault}
      />
    </form>
  )
}
