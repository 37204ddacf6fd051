import * as z from 'zod/mini'
import { browserId, id, nothing, oneLine, timestamp } from './fields.ts'
import { route } from './route.ts'
import { confirmation, currentPassword } from './users.ts'

const CODE_WRONG = 'This code is not right'
const code = z.string('Code is required').check(
  z.minLength(1, { error: 'Code is required', abort: true }),
  z.maxLength(20, { error: CODE_WRONG, abort: true }),
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'The code has six digits'),
)

export const totpCode = z.object({ code })
const withPassword = z.object({ password: currentPassword })

export const PASSKEY_NAME_MAX = 50
const name = z
  .string('Name is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Name is required', abort: true }),
    z.maxLength(PASSKEY_NAME_MAX, `Name cannot be longer than ${PASSKEY_NAME_MAX} characters`),
    oneLine(),
  )
export const passkeyName = z.object({ name })

export const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
})
export type Passkey = z.infer<typeof passkey>

/** WebAuthn JSON. The server's WebAuthn library checks the content. */
const credential = z.looseObject({ id: z.string().check(z.maxLength(2000), oneLine()) })
const ceremony = z.looseObject({ challenge: z.string() })

export const secondFactors = z.object({
  totp: z.nullable(z.object({ createdAt: timestamp })),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
  required: z.boolean(),
})
export type SecondFactors = z.infer<typeof secondFactors>

/** Returned only once; null when the account already has some. */
const recoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

export const secondFactorRoutes = {
  list: route({
    method: 'GET',
    path: '/api/auth/GetSecondFactors',
    access: 'member',
    whileEnrolling: true,
    reply: secondFactors,
  }),
  beginTotp: route({
    method: 'POST',
    path: '/api/auth/BeginTotp',
    access: 'member',
    whileEnrolling: true,
    body: confirmation,
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: route({
    method: 'POST',
    path: '/api/auth/ConfirmTotp',
    access: 'member',
    whileEnrolling: true,
    body: totpCode,
    reply: recoveryCodes,
  }),
  removeTotp: route({
    method: 'POST',
    path: '/api/auth/RemoveTotp',
    access: 'member',
    body: withPassword,
    reply: nothing,
  }),
  beginPasskey: route({
    method: 'POST',
    path: '/api/auth/BeginPasskey',
    access: 'member',
    whileEnrolling: true,
    body: confirmation,
    reply: ceremony,
  }),
  addPasskey: route({
    method: 'POST',
    path: '/api/auth/AddPasskey',
    access: 'member',
    whileEnrolling: true,
    body: z.object({ name, credential }),
    reply: recoveryCodes,
  }),
  renamePasskey: route({
    method: 'PATCH',
    path: '/api/auth/RenamePasskey',
    access: 'member',
    query: z.object({ passkeyId: id }),
    body: passkeyName,
    reply: nothing,
  }),
  removePasskey: route({
    method: 'POST',
    path: '/api/auth/RemovePasskey',
    access: 'member',
    query: z.object({ passkeyId: id }),
    body: withPassword,
    reply: nothing,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/auth/NewRecoveryCodes',
    access: 'member',
    body: withPassword,
    reply: recoveryCodes,
  }),
}

const ticket = z.string().check(z.maxLength(200))

export const secondStepInput = z.object({
  ticket,
  code: z.optional(code),
  recoveryCode: z.optional(z.string().check(z.maxLength(40, CODE_WRONG))),
  passkey: z.optional(credential),
  browserId,
})

export const secondStepRoutes = {
  challenge: route({
    method: 'POST',
    path: '/api/auth/GetPasskeyChallenge',
    access: 'public',
    body: z.object({ ticket }),
    reply: ceremony,
  }),
  complete: route({
    method: 'POST',
    path: '/api/auth/CompleteLogin',
    access: 'public',
    body: secondStepInput,
    reply: z.object({ jwt: z.string() }),
  }),
}
