import {
  ClientError,
  countries,
  oldEnough,
  registerInput,
  type RegisterInput,
  signInRoutes,
  TOO_YOUNG,
} from '@greenhouse/contract'
import { useState } from 'react'
import { browserId } from '../../lib/browser-id.ts'
import { call } from '../../lib/call.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { problemErrors, type FieldErrors } from '../../lib/field-errors.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  birthday: '',
  country: '',
  password: '',
  confirmPassword: '',
}
const COUNTRIES = [{ value: '', label: 'Choose a country' }, ...countries.map((name) => ({ value: name, label: name }))]
const TAKEN = 'User with that email already exists'

export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const [notice, setNotice] = useState<string>()
  const form = useForm(registerInput, { initial: EMPTY, check: checkTogether, onSubmit: register })
  const { field } = form

  async function register(body: RegisterInput) {
    setNotice(undefined)
    try {
      await call(signInRoutes.register, { body: { ...body, browserId: browserId() } })
      toast.success('Registered successfully! You can now log in.')
      onRegistered()
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      refuse(error)
    }
  }

  function refuse(error: ClientError) {
    const byField = problemErrors(error)
    if (error.message.includes('Email')) form.setErrors({ email: TAKEN })
    else if (Object.keys(byField).length > 0) form.setErrors(byField)
    else if (error.status === 429 || error.status === 503 || error.status === 403) setNotice(sayFailure(error))
    else toast.error('Registration failed. Try again.')
  }

  return (
    <form noValidate onSubmit={form.submit} aria-label="Register" className="enter grid gap-4">
      {notice !== undefined && <Notice>{notice}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Birthday" autoComplete="bday" {...field('birthday')} />
        <SelectField label="Country" options={COUNTRIES} autoComplete="country-name" {...field('country')} />
      </div>
      <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
      <TextField label="Confirm password" type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <Button variant="leaf" type="submit" busy={form.busy}>
        Register
      </Button>
    </form>
  )
}

/** What no field can judge alone. */
export function checkTogether(typed: typeof EMPTY, today = toCalendarDate(Date.now())): FieldErrors {
  const { birthday, password, confirmPassword } = typed
  return {
    ...(birthday !== '' && !oldEnough(birthday, today) ? { birthday: TOO_YOUNG } : {}),
    ...(confirmPassword === '' ? { confirmPassword: 'Confirm password is required' } : {}),
    ...(confirmPassword !== '' && confirmPassword !== password ? { confirmPassword: 'Passwords do not match' } : {}),
  }
}
