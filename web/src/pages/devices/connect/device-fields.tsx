import { deviceChange, type DeviceChange } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parsed } from '../../../lib/field-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toastFailure } from '../../../ui/toast-failure.ts'
import { useEditDevice } from '../../../shared/device/device-mutations.ts'
import { deviceList } from '../../../shared/device/device-queries.ts'
import { IntervalFields } from '../../../shared/device/interval-fields.tsx'
import { parseInterval, typedInterval } from '../../../shared/device/reporting-interval.ts'
import { PlaceField } from '../../../shared/place/place-field.tsx'
import { useMoveDevice } from '../../../shared/place/place-mutations.ts'
import type { DraftDevice } from './draft.ts'

interface FieldsProps {
  device: DraftDevice
  onChanged: (change: Partial<DraftDevice>) => void
}

/** Saved when it is left. */
export function NameField({ device, onChanged }: FieldsProps) {
  const { mutateAsync: edit } = useEditDevice(device.deviceId)
  const [typed, setTyped] = useState(device.deviceName)
  const [error, setError] = useState<string>()

  async function save(): Promise<void> {
    if (typed.trim() === device.deviceName) return setError(undefined)
    const result = parsed(deviceChange, { deviceName: typed })
    if ('errors' in result) return setError(result.errors['deviceName'])
    setError(undefined)
    try {
      const { deviceName } = await edit(result.input)
      onChanged({ deviceName })
      setTyped(deviceName)
    } catch (failure) {
      toastFailure(failure)
    }
  }

  return (
    <TextField
      label="Name"
      name="deviceName"
      autoComplete="off"
      value={typed}
      onChange={setTyped}
      onBlur={() => void save()}
      onFocus={(event) => event.target.select()}
      error={error}
    />
  )
}

/** Fields of a device that it can do without, each saved when it is left. */
export function MoreFields({ device, onChanged }: FieldsProps) {
  const { deviceId, waitTime } = device
  const known = useQuery(deviceList).data?.find((one) => one.deviceId === deviceId)
  const { mutateAsync: edit } = useEditDevice(deviceId)
  const { mutateAsync: move } = useMoveDevice()
  const [description, setDescription] = useState<string>()
  const [interval, setInterval] = useState(typedInterval(Number(waitTime)))
  const [fault, setFault] = useState<string>()
  const save = (change: DeviceChange) => edit(change).catch(toastFailure)

  function saveInterval(typed: typeof interval): void {
    setInterval(typed)
    const parsedInterval = parseInterval(typed, Number(waitTime))
    if ('fault' in parsedInterval) return setFault(parsedInterval.fault)
    setFault(undefined)
    if (parsedInterval.seconds === waitTime) return
    onChanged({ waitTime: parsedInterval.seconds })
    void save({ waitTime: parsedInterval.seconds })
  }

  return (
    <details className="border-t border-line pt-1">
      <summary className="flex min-h-11 items-center font-medium">More</summary>
      <div className="grid gap-4 pt-1">
        <TextField
          label="Description"
          rows={2}
          hint="Where it is and what it monitors."
          value={description ?? known?.deviceDescription ?? ''}
          onChange={setDescription}
          onBlur={() => description !== undefined && void save({ deviceDescription: description })}
        />
        <IntervalFields value={interval} onChange={saveInterval} error={fault} />
        <PlaceField
          placeId={known?.placeId}
          onChange={(placeId) => void move({ deviceId, placeId: placeId ?? null }).catch(toastFailure)}
        />
      </div>
    </details>
  )
}
