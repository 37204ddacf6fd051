import { ClientError } from '@greenhouse/contract'
import { useState } from 'react'
import { needsPassword } from '../lib/confirmed.ts'

/** The props of the field for the password of the account. */
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
  /** Says at the field that the password is missing, if it is. Returns whether it was. */
  lacks(): boolean
  /** Shows the field, or what is wrong there, when a call failed for the password. Returns whether it did. */
  shows(error: unknown): boolean
  reset(): void
}

/** The password of the account, in a form whose call the server makes only with it when the session is no longer new. */
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
