import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useChangePreferences } from './device-queries.ts'
import { checkWaitTime, toWaitTime } from './wait-time.ts'
import { WaitTimeFields } from './wait-time-fields.tsx'

/** Changes how often a device reports and sends it to the device. */
export function IntervalEditor({ deviceId, seconds }: { deviceId: string; seconds: number }) {
  const change = useChangePreferences(deviceId)
  const [typed, setTyped] = useState(() => toWaitTime(seconds))
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = checkWaitTime(typed)
    if ('fault' in checked) return setError(checked.fault)
    change.mutate(checked.seconds, {
      onSuccess: () => toast.success('Preferences sent', { duration: 3000 }),
      onError: ({ message }) => toast.error(message),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <WaitTimeFields
        value={typed}
        error={error}
        onChange={(next) => {
          setTyped(next)
          const checked = checkWaitTime(next)
          // A mistake is told on submit; once told it goes as soon as it is mended.
          if (error !== undefined) setError('fault' in checked ? checked.fault : undefined)
        }}
      />
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        Change preferences
      </Button>
    </form>
  )
}
