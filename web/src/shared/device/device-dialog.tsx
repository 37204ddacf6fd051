import {
  type Device,
  type DeviceInput,
  type NewDevice,
  deviceInput,
  WAIT_TIME_DEFAULT_SECONDS,
} from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { useMay } from '../household/household-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useChangePreferences, useCreateDevice, useEditDevice } from './device-mutations.ts'
import * as z from 'zod/mini'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstField } from '../../ui/use-first-field.ts'
import { useForm } from '../../ui/use-form.ts'
import { PlaceField } from '../place/place-field.tsx'
import { toastFailure } from '../../ui/toast-failure.ts'
import { useMoveDevice } from '../place/place-mutations.ts'
import { useChosenPlace } from '../place/use-place.ts'
import { parseInterval, typedInterval, type TypedInterval } from './reporting-interval.ts'
import { IntervalFields } from './interval-fields.tsx'

const FORM = 'device-form'

interface DeviceDialogProps {
  open: boolean
  device: Device | undefined
  atInterval: boolean
  onClose: () => void
  /** Called with the new device, which includes its token. */
  onCreated: (device: NewDevice) => void
  onConnect: (device: Device) => void
  onDeleteReadings: (device: Device) => void
}

export function DeviceDialog(props: DeviceDialogProps) {
  const { open, device, atInterval, onClose, onCreated, onConnect, onDeleteReadings } = props
  const isOwner = useMay('owner')
  const create = useCreateDevice()
  const saveChanges = useSaveChanges(device)
  const { mutateAsync: move } = useMoveDevice()

  async function save({ input, placeId }: PlacedDevice) {
    if (device) {
      await saveChanges(device, input)
      if (placeId !== (device.placeId ?? null)) await move({ deviceId: device.deviceId, placeId })
      return
    }
    const made = await create.mutateAsync(input)
    toast.success(`Device "${made.deviceName}" created successfully!`, CHANGE_TOAST)
    onCreated(made)
    // The device exists: a second try would make another.
    if (placeId !== null) move({ deviceId: made.deviceId, placeId }).catch(toastFailure)
  }

  async function saveAndClose(saved: PlacedDevice) {
    await save(saved)
    onClose()
  }

  return (
    <Dialog
      open={open}
      title={device ? 'Edit device' : 'Add a device'}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={device ? 'Save changes' : 'Add device'} onCancel={onClose} />}
    >
      <DeviceForm id={FORM} device={device} atInterval={atInterval} onSave={saveAndClose} />
      {device && isOwner && (
        <ul className="mt-6 grid gap-4 border-t border-line pt-5">
          <Further title="Connection and token" text="Commands for the board, and a new token if its own is lost.">
            <Button dense onClick={() => onConnect(device)}>
              Connect
            </Button>
          </Further>
          <Further title="Readings" text="Delete everything the device has sent and keep the device.">
            <Button variant="danger" dense onClick={() => onDeleteReadings(device)}>
              Delete readings
            </Button>
          </Further>
        </ul>
      )}
    </Dialog>
  )
}

/** Saves what was changed. A new interval is also sent to the device. */
function useSaveChanges(device: Device | undefined) {
  const edit = useEditDevice(device?.deviceId ?? '')
  const changePreferences = useChangePreferences(device?.deviceId ?? '')

  async function save(known: Device, { waitTime, ...texts }: DeviceInput) {
    const isSent = waitTime !== known.waitTime
    const isEdited = texts.deviceName !== known.deviceName || texts.deviceDescription !== known.deviceDescription
    if (isEdited || !isSent) {
      await edit.mutateAsync(texts)
      toast.success(`Device "${texts.deviceName}" updated successfully!`, CHANGE_TOAST)
    }
    if (isSent) {
      await changePreferences.mutateAsync(waitTime)
      toast.success('Preferences sent', CHANGE_TOAST)
    }
  }

  return save
}

function Further({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 basis-56 grow">
        <h3 className="font-sans text-md font-semibold tracking-normal">{title}</h3>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      {children}
    </li>
  )
}

interface DeviceFormProps {
  id: string
  device: Device | undefined
  atInterval: boolean
  onSave: (saved: PlacedDevice) => Promise<void>
}

/** The fields of a device, and its place; null for none. */
interface PlacedDevice {
  readonly input: DeviceInput
  readonly placeId: string | null
}

function DeviceForm({ id, device, atInterval, onSave }: DeviceFormProps) {
  const current = device && Number(device.waitTime)
  const [placeId, setPlaceId] = useChosenPlace(device)
  const form = useForm({
    initial: {
      deviceName: device?.deviceName ?? '',
      deviceDescription: device?.deviceDescription ?? '',
      waitTime: typedInterval(current ?? WAIT_TIME_DEFAULT_SECONDS),
    },
    parse: (typed) => parse(typed, current),
    onSubmit: (input) => onSave({ input, placeId: placeId ?? null }),
  })
  const element = useFirstField(atInterval ? 'waitTime' : 'deviceName')
  return (
    <form id={id} ref={element} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('deviceName')} />
      <TextField
        label="Description"
        rows={3}
        hint="Where it is and what it monitors."
        {...form.field('deviceDescription')}
      />
      <PlaceField placeId={placeId} onChange={setPlaceId} />
      <IntervalFields
        value={form.values.waitTime}
        onChange={(waitTime) => form.set('waitTime', waitTime)}
        error={form.errors['waitTime']}
      />
    </form>
  )
}

const deviceTexts = z.omit(deviceInput, { waitTime: true })

/** Checks the interval separately, because it consists of two fields. */
function parse(
  { waitTime, ...typed }: { deviceName: string; deviceDescription: string; waitTime: TypedInterval },
  current: number | undefined,
): Parsed<DeviceInput> {
  const interval = parseInterval(waitTime, current)
  const texts = parsed(deviceTexts, typed)
  if ('fault' in interval) return { errors: { ...('errors' in texts && texts.errors), waitTime: interval.fault } }
  return 'input' in texts ? { input: { ...texts.input, waitTime: interval.seconds } } : texts
}
