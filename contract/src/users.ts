import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { calendarDate, emailAddress, id, nothing, timestamp } from './fields.ts'
import { route } from './route.ts'

export const MINIMUM_AGE_YEARS = 5
export const PASSWORD_MAX = 128
export const PASSWORD_RULE = '≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.'

const email = emailAddress('Email is required', 'Email is not valid')

const passwordRule = (required: string) =>
  z.string(required).check(
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(PASSWORD_MAX, { error: `Password cannot be longer than ${PASSWORD_MAX} characters`, abort: true }),
    z.refine(
      (text) =>
        text.length >= 6 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && /[!@#$%^&*]/.test(text),
      PASSWORD_RULE,
    ),
  )
const password = passwordRule('Password is required')

const personName = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.minLength(2, { error: '2–30 characters required.', abort: true }),
      z.maxLength(30, '2–30 characters required.'),
    )

export const loginInput = z.object({ email, password })
export type LoginInput = z.infer<typeof loginInput>

export const registerInput = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email,
  birthday: calendarDate('Birthday is required'),
  country: z.string('Country is required').check(
    z.minLength(1, { error: 'Country is required', abort: true }),
    z.refine((name) => countries.includes(name), 'Country is required'),
  ),
  password,
})
export type RegisterInput = z.infer<typeof registerInput>

/** Says whether somebody born on `birthday` (`2020-02-29`) is at least five years old on `today` (same form). */
export function oldEnough(birthday: string, today: string): boolean {
  const [year = '', month = '', day = ''] = birthday.split('-')
  const fifth = `${String(Number(year) + MINIMUM_AGE_YEARS).padStart(4, '0')}-${month}-${day}`
  return fifth <= today
}
export const TOO_YOUNG = 'You must be at least 5 years old.'

export const user = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  birthday: z.nullable(z.string()),
  country: z.nullable(z.string()),
  role: z.enum(['user', 'admin']),
})
export type User = z.infer<typeof user>

/** A place where the user is signed in. `device` is read from the browser's name, such as `Firefox on Linux`. */
export const session = z.object({
  sessionId: id,
  device: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

const jwt = z.object({ jwt: z.string() })

export const authRoutes = {
  register: route({ method: 'POST', path: '/api/auth/Register', access: 'public', body: registerInput, reply: jwt }),
  login: route({ method: 'POST', path: '/api/auth/Login', access: 'public', body: loginInput, reply: jwt }),
  secured: route({ method: 'GET', path: '/api/auth/Secured', access: 'member', reply: z.string() }),
  logout: route({ method: 'POST', path: '/api/auth/Logout', access: 'member', reply: nothing }),
  sessions: route({ method: 'GET', path: '/api/auth/GetSessions', access: 'member', reply: z.array(session) }),
  endSession: route({
    method: 'DELETE',
    path: '/api/auth/EndSession',
    access: 'member',
    query: z.object({ sessionId: id }),
    reply: nothing,
  }),
  endOtherSessions: route({ method: 'DELETE', path: '/api/auth/EndOtherSessions', access: 'member', reply: nothing }),
}

/** The address one has must be typed too: nobody changes it by a slip. */
export const emailChange = z.object({
  oldEmail: emailAddress('Current email is required', 'Enter a valid email address'),
  newEmail: emailAddress('New email is required', 'Enter a valid email address'),
})
export const SAME_EMAIL = 'New email must be different from the current email'
export const NOT_YOUR_EMAIL = 'This is not your current email'

const oldPassword = z
  .string('Old password is required')
  .check(z.minLength(1, 'Old password is required'), z.maxLength(PASSWORD_MAX, 'Old password is incorrect'))

export const passwordChange = z.object({
  oldPassword,
  newPassword: passwordRule('New password is required'),
  confirm: z.optional(z.string()),
})

export const userRoutes = {
  get: route({ method: 'GET', path: '/api/User/GetUser', access: 'member', reply: user }),
  changeEmail: route({
    method: 'PATCH',
    path: '/api/User/PatchUserEmail',
    access: 'member',
    body: emailChange,
    reply: user,
  }),
  changePassword: route({
    method: 'PATCH',
    path: '/api/User/PatchUserPassword',
    access: 'member',
    body: passwordChange,
    reply: nothing,
  }),
  remove: route({ method: 'DELETE', path: '/api/User/DeleteUser', access: 'member', reply: nothing }),
  /** Everything the server keeps of the person but the readings, as JSON. */
  export: route({
    method: 'GET',
    path: '/api/User/ExportData',
    access: 'member',
    reply: z.record(z.string(), z.unknown()),
  }),
  /** Every reading of every device, as CSV, oldest first for each device. */
  exportReadings: route({
    method: 'GET',
    path: '/api/User/ExportReadings',
    access: 'member',
    reply: z.string(),
    streamed: true,
    contentType: 'text/csv; charset=utf-8',
  }),
}
