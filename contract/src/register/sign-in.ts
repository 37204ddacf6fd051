import { JWT, PASSKEY, session, TIME } from './examples.ts'
import { CONFIRMED, type Entries } from './route-entry.ts'

const LIMITED = 'sign-in.throttled'
const CODES = { recoveryCodes: ['abcd-efgh-ijkl', 'mnop-qrst-uvwx'] }

/** As `navigator.credentials.create` takes it, https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
const CREATION = {
  challenge: 'c29tZSByYW5kb20gYnl0ZXM',
  rp: { name: 'Greenhouse', id: 'greenhouse.example.org' },
  user: { id: 'OWUxYjZjNTI', name: 'mia@example.org', displayName: '' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required', requireResidentKey: true },
  extensions: { credProps: true },
  hints: [],
}

export const signInEntries: Entries<'signIn' | 'secondStep' | 'auth' | 'recovery' | 'secondFactor'> = {
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
    logout: { does: 'Ends the session of the token.', may: 'self', changes: ['sessions'] },
    sessions: { does: 'Lists where you are signed in, the most recently used first.', reply: [session] },
    endSession: {
      does: 'Ends one of your sessions.',
      ids: { sessionId: '$SESSION_ID' },
      may: 'self',
      changes: ['sessions'],
      body: { password: '$PASSWORD' },
      problems: ['session.not-found', 'confirm.password', 'password.wrong', LIMITED],
    },
    endOtherSessions: {
      does: 'Ends all of your sessions but this one, and every begun sign-in and link to a new password.',
      may: 'self',
      changes: ['sessions'],
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
  secondFactor: {
    list: {
      does: 'Returns your second factors, and whether this server requires one.',
      reply: {
        totp: { createdAt: TIME },
        passkeys: [
          { passkeyId: '2c4e6a80-1b3d-4f5e-9a7c-8d0e2f4a6b80', name: 'Phone', createdAt: TIME, lastUsedAt: null },
        ],
        recoveryCodesLeft: 10,
        required: false,
      },
    },
    beginTotp: {
      does: 'Begins to set up an authenticator app. `uri` is what its QR code holds.',
      may: 'self',
      changes: [],
      body: { password: '$PASSWORD' },
      reply: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Greenhouse:mia%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Greenhouse',
      },
      problems: ['totp.exists', ...CONFIRMED],
    },
    confirmTotp: {
      does: 'Completes it with the first code of the app. Recovery codes come with the first factor only.',
      // The first factor ends the other sessions, as the removal of one does.
      may: 'self',
      changes: ['second-factors', 'sessions'],
      body: { code: '123456' },
      reply: CODES,
      problems: ['authenticator-app-to-confirm.not-found', 'second-factor.wrong'],
    },
    removeTotp: {
      does: 'Removes the authenticator app.',
      may: 'self',
      changes: ['second-factors', 'sessions'],
      body: { password: '$PASSWORD' },
      problems: ['second-factor.not-found', 'password.wrong', 'sign-in.throttled'],
    },
    renewRecoveryCodes: {
      does: 'Replaces your recovery codes.',
      may: 'self',
      changes: ['second-factors'],
      body: { password: '$PASSWORD' },
      reply: CODES,
      problems: ['second-factor.not-found', 'password.wrong', 'sign-in.throttled'],
    },
    beginPasskey: {
      does: 'Returns what a new passkey has to sign.',
      may: 'self',
      changes: [],
      body: { password: '$PASSWORD' },
      reply: CREATION,
      problems: ['passkey.too-many', ...CONFIRMED],
    },
    addPasskey: {
      does: 'Adds the passkey that a browser has made. `credential` is its JSON.',
      may: 'self',
      changes: ['second-factors', 'sessions'],
      body: { name: 'Phone', credential: PASSKEY },
      reply: CODES,
      problems: ['passkey.invalid', 'passkey.exists'],
    },
    renamePasskey: {
      does: 'Renames a passkey.',
      ids: { passkeyId: '$PASSKEY_ID' },
      may: 'self',
      changes: ['second-factors'],
      body: { name: 'Old phone' },
      problems: ['passkey.not-found'],
    },
    removePasskey: {
      does: 'Removes a passkey.',
      ids: { passkeyId: '$PASSKEY_ID' },
      may: 'self',
      changes: ['second-factors', 'sessions'],
      body: { password: '$PASSWORD' },
      problems: ['passkey.not-found', 'password.wrong', 'sign-in.throttled'],
    },
  },
}
