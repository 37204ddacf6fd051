import { useEffect, useRef } from 'react'
import { TextField } from './text-field.tsx'
import type { ConfirmationField } from './use-confirmation.ts'

/** The field for the password of the account, once a form needs it: see `useForm`. It takes the focus. */
export function ConfirmField({ confirmation }: { confirmation: ConfirmationField | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const isShown = confirmation !== undefined
  useEffect(() => {
    if (isShown) place.current?.querySelector('input')?.focus()
  }, [isShown])
  if (!confirmation) return undefined
  return (
    <div ref={place}>
      <TextField
        label="Your Greenhouse password"
        type="password"
        autoComplete="current-password"
        hint="You signed in more than ten minutes ago."
        {...confirmation}
      />
    </div>
  )
}
