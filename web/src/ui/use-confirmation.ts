import { ClientError } from '@greenhouse/contract'
import { useState } from 'react'
import { needsPassword } from '../lib/with-password.ts'

export interface ConfirmationField {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

interface Confirmation {
  /** For `ConfirmField`; undefined until the server asks for the password. */
  readonly field: ConfirmationField | undefined
  readonly password: string | undefined
  /** Returns true after showing that the password is missing. */
  lacks(): boolean
  /** Returns true after showing the field or its error, when a call failed because of the password. */
  shows(error: unknown): boolean
  reset(): void
}

/** Holds the password for calls that need it once the session is no longer new. */
export function useConfirmation(): Confirmation {
  const [password, setPassword] = useState<string>()
  const [error, setError] = useState<string>()
  return {
    password,
    field:
      password === undefined
        ? undefined
        : {
            name: 'confirmation',
            value: password,
            error,
            onChange(value) {
              setPassword(value)
              setError(undefined)
            },
          },
    lacks() {
      setError(password === '' ? 'Password is required' : undefined)
      return password === ''
    },
    shows(failure) {
      if (needsPassword(failure)) setPassword('')
      else if (password !== undefined && failure instanceof ClientError && failure.code === 'password.wrong')
        setError('Password is incorrect')
      else return false
      return true
    },
    reset: () => setPassword(undefined),
  }
}
