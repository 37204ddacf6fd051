import * as z from 'zod/mini'
import { emailAddress, id, nothing, timestamp } from './fields.ts'
import { route } from './route.ts'

export const PASSWORD_MAX = 128
export const PASSWORD_RULE = '≥6 chars, incl. min. 1 uppercase, lowercase, digit & special.'

/** The rule for a new password. `required` is the message for an empty one. */
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
  /** Whether somebody has opened the link that was mailed to the address. */
  emailConfirmed: z.boolean(),
})
export type User = z.infer<typeof user>

/** A session of the user. `device` is derived from the user agent, such as `Firefox on Linux`. */
export const session = z.object({
  sessionId: id,
  device: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/** The current password. Older ones may follow another rule, so only its presence is checked. */
export const currentPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX, 'Password is incorrect'))

/** Confirms a serious change. Without a password, as from clients in the field, the session must be younger than 10 minutes. */
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

/** The current address must be typed, too, so that nobody changes it by accident. */
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

/** The routes of a user's own account. Its export is in account-export.ts. */
export const userRoutes = {
  get: route({ method: 'GET', path: '/api/User/GetUser', access: 'member', whileEnrolling: true, reply: user }),
  changeEmail: route({
    method: 'PATCH',
    path: '/api/User/PatchUserEmail',
    access: 'member',
    body: emailChange,
    reply: user,
  }),
  /** Mails another link that confirms the address. The reply is the same when the address is confirmed already. */
  sendConfirmation: route({
    method: 'POST',
    path: '/api/User/SendEmailConfirmation',
    access: 'member',
    reply: nothing,
  }),
  /** Returns a page with a button, because mail scanners follow every link and must not trigger anything. */
  confirmEmailPage: route({
    method: 'GET',
    path: '/api/User/ConfirmEmail',
    access: 'public',
    query: confirmationLink,
    ...page,
  }),
  /** Confirms the address of an account by the link that was mailed to it. */
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
