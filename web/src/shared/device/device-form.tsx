import { deviceInput, WAIT_TIME_DEFAULT_SECONDS, type Device, type DeviceInput } from '@greenhouse/contract'
import * as z from 'zod/mini'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstField } from '../../ui/use-first-field.ts'
import { useForm } from '../../ui/use-form.ts'
import { parseInterval, typedInterval, type TypedInterval } from './reporting-interval.ts'
import { IntervalFields } from './interval-fields.tsx'

interface DeviceFormProps {
  id: string
  device: Device | undefined
  atInterval: boolean
  onSave: (input: DeviceInput) => Promise<void>
}

export function DeviceForm({ id, device, atInterval, onSave }: DeviceFormProps) {
  const current = device && Number(device.waitTime)
  const form = useForm({
    initial: {
      deviceName: device?.deviceName ?? '',
      deviceDescription: device?.deviceDescription ?? '',
      waitTime: typedInterval(current ?? WAIT_TIME_DEFAULT_SECONDS),
    },
    parse: (typed) => parse(typed, current),
    onSubmit: onSave,
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
