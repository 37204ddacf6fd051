import * as z from 'zod/mini'
import { emailAddress, nothing } from './fields.ts'
import { route } from './route.ts'
import { passwordRule } from './users.ts'

/** The secret of a link in a mail. It is in the fragment of the address, which browsers send to no server. */
const linkToken = z.string('The link is not complete').check(z.maxLength(200, 'The link is not complete'))

export const passwordReset = z.object({
  token: linkToken,
  newPassword: passwordRule('New password is required'),
  confirm: z.optional(z.string()),
})

export const resetRequest = z.object({ email: emailAddress('Email is required', 'Email is not valid') })

/** Account recovery for people who can't sign in. */
export const recoveryRoutes = {
  /** Mails a link to a new password. The reply is the same whether the address has an account or not. */
  requestReset: route({
    method: 'POST',
    path: '/api/auth/RequestPasswordReset',
    access: 'public',
    body: resetRequest,
    reply: nothing,
  }),
  /** Sets a new password with that token. It opens no session, so the sign-in still asks for a second step. */
  reset: route({
    method: 'POST',
    path: '/api/auth/ResetPassword',
    access: 'public',
    body: passwordReset,
    reply: nothing,
  }),
  /** Restores the former email with the token that was mailed to it. Returns a token for a new password. */
  undoEmail: route({
    method: 'POST',
    path: '/api/auth/UndoEmailChange',
    access: 'public',
    body: z.object({ token: linkToken }),
    reply: z.object({ email: z.string(), resetToken: z.string() }),
  }),
}
