import * as z from 'zod/mini'
import { browserId, calendarDate, emailAddress, oneLine, requiredLine } from './fields.ts'
import { invitationToken } from './invitations.ts'
import { route } from './route.ts'
import { passwordRule } from './users.ts'

export const MINIMUM_AGE_YEARS = 5
const COUNTRY_MAX = 56

const email = emailAddress('Email is required', 'Email is not valid')
const password = passwordRule('Password is required')

const personName = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.minLength(2, { error: '2–30 characters required.', abort: true }),
      z.maxLength(30, { error: '2–30 characters required.', abort: true }),
      oneLine(),
    )

export const loginInput = z.object({ email, password, browserId })
export type LoginInput = z.infer<typeof loginInput>

export const registerInput = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email,
  birthday: calendarDate('Birthday is required'),
  // Existing clients have their own lists ("Czech Republic (Czechia)"), so any name is accepted.
  country: requiredLine('Country', COUNTRY_MAX),
  password,
  browserId,
  /** Registers where registration is closed, and founds no household: the invitation leads into one. */
  invitation: z.optional(invitationToken),
})
export type RegisterInput = z.infer<typeof registerInput>

export function oldEnough(birthday: string, today: string): boolean {
  const [year = '', month = '', day = ''] = birthday.split('-')
  const fifth = `${String(Number(year) + MINIMUM_AGE_YEARS).padStart(4, '0')}-${month}-${day}`
  return fifth <= today
}
export const TOO_YOUNG = 'You must be at least 5 years old.'

const jwt = z.object({ jwt: z.string() })

/** In its own file, so that a browser with a session does not load it. */
export const signInRoutes = {
  register: route({ method: 'POST', path: '/api/auth/Register', access: 'public', body: registerInput, reply: jwt }),
  login: route({ method: 'POST', path: '/api/auth/Login', access: 'public', body: loginInput, reply: jwt }),
}
