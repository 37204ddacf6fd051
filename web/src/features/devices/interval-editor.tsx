import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useChangePreferences } from './device-queries.ts'
import { checkWaitTime, toWaitTime } from './wait-time.ts'
import { WaitTimeFields } from './wait-time-fields.tsx'

/** Changes how often a device reports and sends it to the device. */
export function IntervalEditor({ deviceId, intervalSeconds }: { deviceId: string; intervalSeconds: number }) {
  const change = useChangePreferences(deviceId)
  const form = useForm({
    initial: { waitTime: toWaitTime(intervalSeconds) },
    parse({ waitTime }) {
      const checked = checkWaitTime(waitTime)
      return 'fault' in checked ? { errors: { waitTime: checked.fault } } : { input: checked.seconds }
    },
    async onSubmit(waitTime) {
      await change.mutateAsync(waitTime)
      toast.success('Preferences sent', { duration: 3000 })
    },
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-3">
      <WaitTimeFields
        value={form.values.waitTime}
        error={form.errors['waitTime']}
        onChange={(waitTime) => form.set('waitTime', waitTime)}
      />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        Change preferences
      </Button>
    </form>
  )
}
