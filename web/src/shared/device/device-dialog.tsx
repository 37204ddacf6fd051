import { type Device, type DeviceInput, deviceInput } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { useMay } from '../household/household-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useChangePreferences, useEditDevice } from './device-mutations.ts'
import * as z from 'zod/mini'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstField } from '../../ui/use-first-field.ts'
import { useForm } from '../../ui/use-form.ts'
import { PlaceField } from '../place/place-field.tsx'
import { useMoveDevice } from '../place/place-mutations.ts'
import { useChosenPlace } from '../place/use-place.ts'
import { parseInterval, typedInterval, type TypedInterval } from './reporting-interval.ts'
import { IntervalFields } from './interval-fields.tsx'

const FORM = 'device-form'

interface DeviceDialogProps {
  /** The dialog is open while it is defined. */
  device: Device | undefined
  atInterval: boolean
  onClose: () => void
  onConnect: (device: Device) => void
  onDeleteReadings: (device: Device) => void
}

export function DeviceDialog({ device, atInterval, onClose, onConnect, onDeleteReadings }: DeviceDialogProps) {
  const isOwner = useMay('owner')
  const saveChanges = useSaveChanges(device)
  const { mutateAsync: move } = useMoveDevice()

  async function saveAndClose(known: Device, { input, placeId }: PlacedDevice) {
    await saveChanges(known, input)
    if (placeId !== (known.placeId ?? null)) await move({ deviceId: known.deviceId, placeId })
    onClose()
  }

  return (
    <Dialog
      open={device !== undefined}
      title="Edit device"
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Save changes" onCancel={onClose} />}
    >
      {device && (
        <DeviceForm id={FORM} device={device} atInterval={atInterval} onSave={(saved) => saveAndClose(device, saved)} />
      )}
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
  device: Device
  atInterval: boolean
  onSave: (saved: PlacedDevice) => Promise<void>
}

/** The fields of a device, and its place; null for none. */
interface PlacedDevice {
  readonly input: DeviceInput
  readonly placeId: string | null
}

function DeviceForm({ id, device, atInterval, onSave }: DeviceFormProps) {
  const current = Number(device.waitTime)
  const [placeId, setPlaceId] = useChosenPlace(device)
  const form = useForm({
    initial: {
      deviceName: device.deviceName,
      deviceDescription: device.deviceDescription,
      waitTime: typedInterval(current),
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
  current: number,
): Parsed<DeviceInput> {
  const interval = parseInterval(waitTime, current)
  const texts = parsed(deviceTexts, typed)
  if ('fault' in interval) return { errors: { ...('errors' in texts && texts.errors), waitTime: interval.fault } }
  return 'input' in texts ? { input: { ...texts.input, waitTime: interval.seconds } } : texts
}
