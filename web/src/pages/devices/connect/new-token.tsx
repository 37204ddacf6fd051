import * as z from 'zod/mini'
import { parsed } from '../../../lib/field-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useReplaceToken } from '../../../shared/device/device-mutations.ts'

const passwordInput = z.object({ password: z.string().check(z.minLength(1, 'Password is required')) })

export function NewToken({ deviceId, onMade }: { deviceId: string; onMade: (token: string) => void }) {
  const replace = useReplaceToken()
  const form = useForm({
    initial: { password: '' },
    parse: (typed) => parsed(passwordInput, typed),
    async onSubmit({ password }) {
      onMade((await replace.mutateAsync({ userDeviceId: deviceId, password })).deviceToken)
    },
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="New token" className="grid justify-items-start gap-3">
      <p className="text-sm text-ink-soft">
        A token is shown only once. Lost it? Create a new one: the old one stops working at once.
      </p>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        className="w-full"
        {...form.field('password')}
      />
      <Button type="submit" busy={form.busy}>
        Create a new token
      </Button>
    </form>
  )
}
