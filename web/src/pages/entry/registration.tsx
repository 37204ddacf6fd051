import {
  serverRoutes,
  authRoutes,
  countries,
  createClient,
  oldEnough,
  registerInput,
  type RegisterInput,
  signInRoutes,
  TOO_YOUNG,
} from '@greenhouse/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { browserId } from '../../lib/browser-id.ts'
import { confirmErrors, parsed, type FieldErrors } from '../../lib/field-errors.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useSession } from '../../shared/session/use-session.ts'

interface RegistrationProps {
  /** Lets its holder register where registration is closed. */
  invitation?: string | undefined
  /** Not called with an invitation, which signs in at once to join. */
  onRegistered: (email: string) => void
}

/** Shows a notice instead of the form if registration is closed. */
export function Registration({ invitation, onRegistered }: RegistrationProps) {
  const [closed, setClosed] = useState(false)
  const isInvited = invitation !== undefined

  useEffect(() => {
    if (isInvited) return undefined
    const stop = new AbortController()
    // Without a response the form stays: the server rejects the registration itself.
    call(serverRoutes.info, { signal: stop.signal }).then(
      ({ registrationOpen }) => setClosed(!registrationOpen),
      () => {},
    )
    return () => stop.abort()
  }, [isInvited])

  if (!closed) return <RegisterForm invitation={invitation} onRegistered={onRegistered} />
  return (
    <p className="enter rounded-control bg-sunken px-4 py-3.5">
      Registration is closed on this server. Ask its administrator to open it or to create an account for you.
    </p>
  )
}

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
/** Statuses whose message says how to recover. */
const EXPLAINED = new Set([403, 429, 503])

function RegisterForm({ invitation, onRegistered }: RegistrationProps) {
  const { signIn } = useSession()
  const form = useForm({
    initial: EMPTY,
    parse: (typed) => parsed(registerInput, typed, checkTogether(typed)),
    onSubmit: register,
    refusals: { 'email.taken': { email: TAKEN } },
    otherwise: (error) =>
      EXPLAINED.has(error.status) || error.code === 'invitation.not-found'
        ? { notice: failureMessage(error) }
        : { toast: 'Registration failed. Try again.' },
  })
  const { field } = form

  async function register(body: RegisterInput) {
    const { jwt } = await call(signInRoutes.register, { body: { ...body, browserId: browserId(), invitation } })
    if (invitation !== undefined) return signIn(jwt)
    endSession(jwt)
    toast.success('Registered successfully! You can now log in.')
    onRegistered(body.email)
  }

  return (
    <form noValidate onSubmit={form.submit} aria-label="Register" className="enter grid gap-4">
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Birthday" autoComplete="bday" isPast {...field('birthday')} />
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

/** Ends the session created with the account, because the user logs in next. */
function endSession(token: string): void {
  createClient({ origin: '', token })
    .call(authRoutes.logout)
    .catch(() => {})
}

/** Checks rules that involve several fields. */
export function checkTogether(typed: typeof EMPTY, today = toCalendarDate(Date.now())): FieldErrors {
  const { birthday, password, confirmPassword } = typed
  return {
    ...(birthday !== '' && !oldEnough(birthday, today) ? { birthday: TOO_YOUNG } : {}),
    ...confirmErrors(password, confirmPassword, 'confirmPassword'),
  }
}
