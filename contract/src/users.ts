import * as z from 'zod/mini'
import { emailAddress, id, nothing, timestamp } from './fields.ts'
import { route } from './route.ts'

export const PASSWORD_MAX = 128
export const PASSWORD_RULE = '≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.'

export const passwordRule = (required: string) =>
  z.string(required).check(
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(PASSWORD_MAX, { error: `Password cannot be longer than ${PASSWORD_MAX} characters`, abort: true }),
    z.refine(
      (text) =>
        text.length >= 6 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && /[!@#$%^&*]/.test(text),
      PASSWORD_RULE,
    ),
  )

export const user = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  birthday: z.nullable(z.string()),
  country: z.nullable(z.string()),
  role: z.enum(['user', 'admin']),
  emailConfirmed: z.boolean(),
})
export type User = z.infer<typeof user>

/** `device`: derived from the user agent, such as `Firefox on Linux`. */
export const session = z.object({
  sessionId: id,
  device: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/** Only its presence is checked: older passwords may follow another rule. */
export const currentPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX, 'Password is incorrect'))

/** Without a password, as older clients send it, the session must be younger than 10 minutes. */
export const confirmation = z.nullish(z.object({ password: z.optional(currentPassword) }))

export const authRoutes = {
  secured: route({
    method: 'GET',
    path: '/api/auth/Secured',
    access: 'member',
    whileEnrolling: true,
    reply: z.string(),
  }),
  logout: route({ method: 'POST', path: '/api/auth/Logout', access: 'member', whileEnrolling: true, reply: nothing }),
  sessions: route({ method: 'GET', path: '/api/auth/GetSessions', access: 'member', reply: z.array(session) }),
  endSession: route({
    method: 'DELETE',
    path: '/api/auth/EndSession',
    access: 'member',
    query: z.object({ sessionId: id }),
    body: confirmation,
    reply: nothing,
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/auth/EndOtherSessions',
    access: 'member',
    body: confirmation,
    reply: nothing,
  }),
}

export const emailChange = z.object({
  oldEmail: emailAddress('Current email is required', 'Enter a valid email address'),
  newEmail: emailAddress('New email is required', 'Enter a valid email address'),
  password: z.optional(currentPassword),
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

const confirmationLink = z.object({ token: z.string().check(z.maxLength(300)) })
const page = { reply: z.string(), contentType: 'text/html; charset=utf-8' } as const

export const userRoutes = {
  get: route({ method: 'GET', path: '/api/User/GetUser', access: 'member', whileEnrolling: true, reply: user }),
  changeEmail: route({
    method: 'PATCH',
    path: '/api/User/PatchUserEmail',
    access: 'member',
    body: emailChange,
    reply: user,
  }),
  /** The reply is the same for a confirmed address. */
  sendConfirmation: route({
    method: 'POST',
    path: '/api/User/SendEmailConfirmation',
    access: 'member',
    reply: nothing,
  }),
  /** A page with a button, since mail scanners follow every link. */
  confirmEmailPage: route({
    method: 'GET',
    path: '/api/User/ConfirmEmail',
    access: 'public',
    query: confirmationLink,
    ...page,
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/api/User/ConfirmEmail',
    access: 'public',
    query: confirmationLink,
    form: true,
    ...page,
  }),
  changePassword: route({
    method: 'PATCH',
    path: '/api/User/PatchUserPassword',
    access: 'member',
    body: passwordChange,
    reply: nothing,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/User/DeleteUser',
    access: 'member',
    body: confirmation,
    reply: nothing,
  }),
}
