import type { Device } from '@greenhouse/contract'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatClock, formatDate } from '../../lib/format.ts'
import type { Parsed } from '../../lib/field-errors.ts'
import { Role } from '../../shared/household/roles.tsx'
import { Button } from '../../ui/button.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useChangePreferences } from '../../shared/device/device-mutations.ts'
import {
  parseInterval,
  typedInterval,
  longIntervalWords,
  type TypedInterval,
} from '../../shared/device/reporting-interval.ts'
import { IntervalFields } from '../../shared/device/interval-fields.tsx'

type Shown = Pick<Device, 'deviceId' | 'deviceName' | 'createdAt' | 'waitTime'>

export function IntervalEditor({ device }: { device: Shown }) {
  const [isOpen, setOpen] = useState(false)
  const [sentAt, setSentAt] = useState<number>()
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    // The button must be rendered before it can be focused.
    flushSync(() => setOpen(false))
    button.current?.focus()
  }

  if (isOpen) return <IntervalForm device={device} onSent={() => setSentAt(Date.now())} onClose={close} />
  return (
    <p className="text-sm text-ink-soft">
      <output className="text-ok">{sentAt !== undefined && `Preferences sent, ${formatClock(sentAt)}. `}</output>
      Added {formatDate(device.createdAt)}. Reports every {longIntervalWords(Number(device.waitTime))}.{' '}
      <Role atLeast="gardener">
        <button
          ref={button}
          type="button"
          aria-label={`Change the interval of ${device.deviceName}`}
          onClick={() => setOpen(true)}
          className="hit-area font-semibold text-leaf hover:underline"
        >
          Change
        </button>
      </Role>
    </p>
  )
}

interface IntervalFormProps {
  device: Shown
  onSent: () => void
  onClose: () => void
}

function IntervalForm({ device, onSent, onClose }: IntervalFormProps) {
  const current = Number(device.waitTime)
  const element = useRef<HTMLFormElement>(null)
  const change = useChangePreferences(device.deviceId)
  const form = useForm({
    initial: { waitTime: typedInterval(current) },
    parse: ({ waitTime }) => parse(waitTime, current),
    onSubmit: async (seconds) => {
      if (seconds !== device.waitTime) {
        await change.mutateAsync(seconds)
        onSent()
      }
      onClose()
    },
  })

  useEffect(() => {
    const amount = element.current?.elements.namedItem('waitTime')
    if (amount instanceof HTMLInputElement) amount.select()
  }, [])

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }

  return (
    // Escape closes the form from any of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={element}
      aria-label={`Interval of ${device.deviceName}`}
      noValidate
      onSubmit={form.submit}
      onKeyDown={leave}
      className="grid gap-3 rounded-control bg-sunken p-3"
    >
      <IntervalFields
        value={form.values.waitTime}
        onChange={(waitTime) => form.set('waitTime', waitTime)}
        error={form.errors['waitTime']}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="leaf" dense type="submit" busy={form.busy}>
          Change preferences
        </Button>
        <Button variant="ghost" dense onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function parse(typed: TypedInterval, current: number): Parsed<string> {
  const interval = parseInterval(typed, current)
  return 'fault' in interval ? { errors: { waitTime: interval.fault } } : { input: interval.seconds }
}
