import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { StoredPasskey } from './passkey-store.ts'

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** EdDSA, ES256, RS256: every current authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

// This module is loaded with the first passkey: most servers never see one, and it would cost memory.

/** Returns the options for making a passkey. The authenticator verifies the user (PIN, fingerprint, face). */
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

/** Returns the new passkey in a browser's reply; undefined when it is not for this server and challenge. */
export async function readNewPasskey(rp: RelyingParty, challenge: string, credential: object) {
  const verified = await verifyRegistrationResponse({
    // The library checks every part of it.
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

export function askPasskey(rp: RelyingParty, known: readonly StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: rp.id,
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    userVerification: 'required',
  })
}

export async function readSignature(
  rp: RelyingParty,
  challenge: string,
  { credential, passkey }: { credential: object; passkey: StoredPasskey },
): Promise<number | undefined> {
  const { credentialId, publicKey, counter, transports } = passkey
  const verified = await verifyAuthenticationResponse({
    // The library checks every part of it.
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
