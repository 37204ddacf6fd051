import { useEffect, useRef } from 'react'
import { TextField } from './text-field.tsx'
import type { ConfirmationField } from './use-confirmation.ts'

/** Asks for the password and takes the focus once a form needs it: see `useForm`. */
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
