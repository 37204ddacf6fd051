import { JWT, session } from './examples.ts'
import type { DocumentsOf } from './route-entry.ts'

const LIMITED = 'sign-in.throttled'

export const signInDocuments: DocumentsOf<'signIn' | 'secondStep' | 'auth' | 'recovery'> = {
  signIn: {
    register: {
      does: 'Makes an account and signs in to it. The token is good for 7 days without use, for 30 days at most.',
      body: {
        firstName: 'Mia',
        lastName: 'Holm',
        email: '$NEW_EMAIL',
        birthday: '1990-05-01',
        country: 'Denmark',
        password: 'Sprout-42!',
      },
      reply: { jwt: JWT },
      problems: ['email.taken', 'registration.closed', LIMITED],
    },
    login: {
      does: 'Signs in. The token goes into `authorization` of every other request.',
      body: { email: '$EMAIL', password: '$PASSWORD' },
      reply: { jwt: JWT },
      problems: ['sign-in.wrong', 'second-factor.required', 'account.locked', LIMITED],
    },
  },
  secondStep: {
    challenge: {
      does: 'Returns what a passkey has to sign to complete a sign-in.',
      body: { ticket: '$SIGN_IN_TICKET' },
      reply: { challenge: 'c29tZSByYW5kb20gYnl0ZXM' },
      problems: ['ticket.invalid'],
    },
    complete: {
      does: 'Completes a sign-in with the code of an authenticator app, a recovery code or a passkey: one of the three.',
      body: { ticket: '$SIGN_IN_TICKET', code: '123456' },
      reply: { jwt: JWT },
      problems: ['ticket.invalid', 'second-factor.wrong', LIMITED],
    },
  },
  auth: {
    secured: { does: 'Tells whether a token is good.', reply: 'You are signed in.' },
    logout: { does: 'Ends the session of the token.' },
    sessions: { does: 'Lists where you are signed in, the most recently used first.', reply: [session] },
    endSession: {
      does: 'Ends one of your sessions.',
      query: { sessionId: '$SESSION_ID' },
      body: { password: '$PASSWORD' },
      problems: ['session.not-found', 'confirm.password', 'password.wrong', LIMITED],
    },
    endOtherSessions: {
      does: 'Ends all of your sessions but this one, and every begun sign-in and link to a new password.',
      body: { password: '$PASSWORD' },
      problems: ['confirm.password', 'password.wrong', LIMITED],
    },
  },
  recovery: {
    requestReset: {
      does: 'Mails a link to a new password, if there is such an account. The reply is the same either way.',
      body: { email: '$EMAIL' },
      problems: ['mail.not-set-up', LIMITED],
    },
    reset: {
      does: 'Sets a new password with the token of a mailed link, and ends all sessions.',
      body: { token: '$LINK_TOKEN', newPassword: 'Seedling-43!' },
      problems: ['link.not-found'],
    },
    undoEmail: {
      does: 'Takes back a change of email with the token of the mail to the former address.',
      body: { token: '$LINK_TOKEN' },
      reply: { email: 'mia@example.org', resetToken: 'a token for ResetPassword' },
      problems: ['link.not-found', 'email.taken-meanwhile', LIMITED],
    },
  },
}
