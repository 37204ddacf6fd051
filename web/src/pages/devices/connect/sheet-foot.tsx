import type { Device } from '@greenhouse/contract'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { store, STORED } from '../../../lib/storage.ts'
import { Button } from '../../../ui/button.tsx'

interface StepFootProps {
  step: 1 | 2 | 3
  received: Device | undefined
  canGoOn: boolean
  onBack: () => void
  onNext: () => void
  onLeave: () => void
  onAnother: () => void
  onEnd: () => void
}

const ROW = 'flex w-full items-center justify-between gap-3'
const PLAIN = 'min-h-11 rounded-control px-3 text-md font-medium hover:bg-sunken'

export function StepFoot({ step, received, canGoOn, onBack, onNext, onLeave, onAnother, onEnd }: StepFootProps) {
  const [, navigate] = useLocation()
  if (received)
    return (
      <div className={ROW}>
        <button type="button" className={PLAIN} onClick={onAnother}>
          Add another
        </button>
        <Button
          className="max-sm:grow"
          onClick={() => {
            // The dashboard shows the device that this browser showed last.
            store(STORED.device, received.deviceId)
            onEnd()
            navigate('/')
          }}
        >
          Show on the dashboard
        </Button>
      </div>
    )
  return (
    <div className={ROW}>
      <button type="button" className={PLAIN} onClick={onBack}>
        {step === 1 ? 'Cancel' : 'Back'}
      </button>
      {step === 1 && <span className="text-sm text-ink-soft">Choose one to go on</span>}
      {step === 2 && (
        <Button disabled={!canGoOn} onClick={onNext} className="max-sm:grow">
          I have pasted it
        </Button>
      )}
      {step === 3 && (
        <button type="button" className={PLAIN} onClick={onLeave}>
          Close, it goes on waiting
        </button>
      )}
    </div>
  )
}

interface KeepQuestionProps {
  name: string
  busy: boolean
  onKeep: () => void
  onRemove: () => void
}

/** Asked before the sheet closes on something that it made and that nothing has used. */
export function KeepQuestion({ name, busy, onKeep, onRemove }: KeepQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <fieldset aria-labelledby="keep-question" className="-mx-2 grid w-full gap-3 rounded-control bg-danger-wash p-3">
      <p id="keep-question" className="text-sm">
        <b className="font-semibold">Remove “{name}” again?</b> Nothing has come from it yet. Its token is shown only
        now: copy the block first if you keep it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={onRemove}>
          Remove it
        </Button>
        <Button ref={keep} variant="ghost" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </fieldset>
  )
}
