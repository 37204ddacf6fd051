import {
  deviceInput,
  WAIT_TIME_DEFAULT_SECONDS,
  type Device,
  type DeviceInput,
  type NewDevice,
} from '@greenhouse/contract'
import { parsed } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
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
  const create = useCreateDevice()
  const edit = useEditDevice(device?.deviceId ?? '')

  async function save(input: DeviceInput) {
    if (device) await edit.mutateAsync(input)
    else onCreated(await create.mutateAsync(input))
    toast.success(`Device "${input.deviceName}" ${device ? 'updated' : 'created'} successfully!`, TOAST)
    onClose()
  }

  return (
    <Dialog
      open={open}
      title={device ? 'Edit device' : 'Add a device'}
      onClose={onClose}
      footer={
        <FormButtons
          form={FORM}
          submitLabel={device ? 'Save changes' : 'Add device'}
          busy={create.isPending || edit.isPending}
          onCancel={onClose}
        />
      }
    >
      <DeviceForm device={device} onSave={save} />
    </Dialog>
  )
}

function DeviceForm({ device, onSave }: { device: Device | undefined; onSave: (input: DeviceInput) => Promise<void> }) {
  const form = useForm({
    initial: {
      deviceName: device?.deviceName ?? '',
      deviceDescription: device?.deviceDescription ?? '',
      waitTime: toWaitTime(Number(device?.waitTime ?? WAIT_TIME_DEFAULT_SECONDS)),
    },
    parse,
    onSubmit: onSave,
  })
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
        value={form.values.waitTime}
        onChange={(waitTime) => form.set('waitTime', waitTime)}
        error={form.errors['waitTime']}
      />
    </form>
  )
}

/** The interval is two fields, so its message is its own; the schema sees one that is right meanwhile. */
function parse({ waitTime, ...texts }: { deviceName: string; deviceDescription: string; waitTime: WaitTime }) {
  const checked = checkWaitTime(waitTime)
  if ('fault' in checked) {
    return parsed(deviceInput, { ...texts, waitTime: WAIT_TIME_DEFAULT_SECONDS }, { waitTime: checked.fault })
  }
  return parsed(deviceInput, { ...texts, waitTime: checked.seconds })
}
