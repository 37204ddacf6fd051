import { PASSKEY, TIME } from './examples.ts'
import { CONFIRMED, type DocumentsOf } from './route-entry.ts'

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

export const secondFactorDocuments: DocumentsOf<'secondFactor'> = {
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
      body: { password: '$PASSWORD' },
      reply: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Greenhouse:mia%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Greenhouse',
      },
      problems: ['totp.exists', ...CONFIRMED],
    },
    confirmTotp: {
      does: 'Completes it with the first code of the app. Recovery codes come with the first factor only.',
      body: { code: '123456' },
      reply: CODES,
      problems: ['authenticator-app-to-confirm.not-found', 'second-factor.wrong'],
    },
    removeTotp: {
      does: 'Removes the authenticator app.',
      body: { password: '$PASSWORD' },
      problems: ['second-factor.not-found', 'password.wrong', 'sign-in.throttled'],
    },
    renewRecoveryCodes: {
      does: 'Replaces your recovery codes.',
      body: { password: '$PASSWORD' },
      reply: CODES,
      problems: ['second-factor.not-found', 'password.wrong', 'sign-in.throttled'],
    },
    beginPasskey: {
      does: 'Returns what a new passkey has to sign.',
      body: { password: '$PASSWORD' },
      reply: CREATION,
      problems: ['passkey.too-many', ...CONFIRMED],
    },
    addPasskey: {
      does: 'Adds the passkey that a browser has made. `credential` is its JSON.',
      body: { name: 'Phone', credential: PASSKEY },
      reply: CODES,
      problems: ['passkey.invalid', 'passkey.exists'],
    },
    renamePasskey: {
      does: 'Renames a passkey.',
      query: { passkeyId: '$PASSKEY_ID' },
      body: { name: 'Old phone' },
      problems: ['passkey.not-found'],
    },
    removePasskey: {
      does: 'Removes a passkey.',
      query: { passkeyId: '$PASSKEY_ID' },
      body: { password: '$PASSWORD' },
      problems: ['passkey.not-found', 'password.wrong', 'sign-in.throttled'],
    },
  },
}
