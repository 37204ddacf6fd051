import * as z from 'zod/mini'
import { emailAddress, nothing } from './fields.ts'
import { route } from './route.ts'
import { passwordRule } from './users.ts'

/** In the fragment of the address, which browsers send to no server. */
const linkToken = z.string('The link is not complete').check(z.maxLength(200, 'The link is not complete'))

export const passwordReset = z.object({
  token: linkToken,
  newPassword: passwordRule('New password is required'),
  confirm: z.optional(z.string()),
})

export const resetRequest = z.object({ email: emailAddress('Email is required', 'Email is not valid') })

export const recoveryRoutes = {
  /** The reply is the same for an unknown address. */
  requestReset: route({
    method: 'POST',
    path: '/api/auth/RequestPasswordReset',
    access: 'public',
    body: resetRequest,
    reply: nothing,
  }),
  /** Opens no session: the sign-in still requires the second step. */
  reset: route({
    method: 'POST',
    path: '/api/auth/ResetPassword',
    access: 'public',
    body: passwordReset,
    reply: nothing,
  }),
  undoEmail: route({
    method: 'POST',
    path: '/api/auth/UndoEmailChange',
    access: 'public',
    body: z.object({ token: linkToken }),
    reply: z.object({ email: z.string(), resetToken: z.string() }),
  }),
}
