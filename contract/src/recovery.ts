import * as z from 'zod/mini'
import { emailAddress, nothing } from './fields.ts'
import { route } from './route.ts'
import { passwordRule } from './users.ts'

/** The secret part of a link in a mail. It stands behind the `#` of the page's address, which no server ever logs. */
const linkToken = z.string('The link is not complete').check(z.maxLength(200, 'The link is not complete'))

export const passwordReset = z.object({
  token: linkToken,
  newPassword: passwordRule('New password is required'),
  confirm: z.optional(z.string()),
})

export const resetRequest = z.object({ email: emailAddress('Email is required', 'Email is not valid') })

/** The way back in, for people who can't sign in. */
export const recoveryRoutes = {
  /** Mails a link to choose a new password. Answers alike whether there is an account of that address or not. */
  requestReset: route({
    method: 'POST',
    path: '/api/auth/RequestPasswordReset',
    access: 'public',
    body: resetRequest,
    reply: nothing,
  }),
  /** Sets a new password by such a link. It opens no session: a second step is still to be taken at the sign-in. */
  reset: route({
    method: 'POST',
    path: '/api/auth/ResetPassword',
    access: 'public',
    body: passwordReset,
    reply: nothing,
  }),
  /** Gives an account its former e-mail back, by the link that was mailed there; then leads to a new password. */
  undoEmail: route({
    method: 'POST',
    path: '/api/auth/UndoEmailChange',
    access: 'public',
    body: z.object({ token: linkToken }),
    reply: z.object({ email: z.string(), resetToken: z.string() }),
  }),
}
