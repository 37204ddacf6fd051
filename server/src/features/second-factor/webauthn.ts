import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { StoredPasskey } from './passkey-store.ts'

/** For whom a passkey signs: a host, and the address at which browsers show its pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** EdDSA, ES256, RS256: what every authenticator of today knows one of. */
const ALGORITHMS = [-8, -7, -257]

// The library is loaded with the first passkey: most servers never see one, and it would cost them memory.

/** What a browser needs to make a passkey for somebody. The authenticator asks who is there (PIN, finger, face). */
export function offerPasskey(
  rp: RelyingParty,
  user: { userId: string; email: string },
  known: readonly StoredPasskey[],
) {
  return generateRegistrationOptions({
    rpName: 'Greenhouse',
    rpID: rp.id,
    userID: new TextEncoder().encode(user.userId),
    userName: user.email,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** The new passkey in a browser's answer; undefined when it is not one for us and for this challenge. */
export async function readNewPasskey(rp: RelyingParty, challenge: string, credential: object) {
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 8),
  }
}

/** What a browser needs to have one of these passkeys sign. */
export function askPasskey(rp: RelyingParty, known: readonly StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: rp.id,
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    userVerification: 'required',
  })
}

/** The authenticator's new counter when the passkey signed this challenge for us; undefined when it did not. */
export async function readSignature(
  rp: RelyingParty,
  challenge: string,
  { credential, passkey }: { credential: object; passkey: StoredPasskey },
): Promise<number | undefined> {
  const { credentialId, publicKey, counter, transports } = passkey
  const verified = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
      transports: [...transports],
    },
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
