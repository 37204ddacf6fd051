import * as z from 'zod/mini'
import { parsed } from '../../lib/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

const passwordInput = z.object({ password: z.string().check(z.minLength(1, 'Password is required')) })

export function NewToken({ onConfirm }: { onConfirm: (password: string) => Promise<void> }) {
  const form = useForm({
    initial: { password: '' },
    parse: (typed) => parsed(passwordInput, typed),
    onSubmit: ({ password }) => onConfirm(password),
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="New token" className="grid justify-items-start gap-3">
      <p className="text-ink-soft">
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
