import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'

/** What is stored of a device's token: its hash, and its end, by which its owner recognises it. */
export interface StoredToken {
  readonly hash: string
  readonly end: string
}

/** Returns a new credential of a device, 256 random bits, and what is stored of it. */
export function newDeviceToken(): StoredToken & { readonly token: string } {
  const { token, hash } = newRandomToken()
  return { token, hash, end: token.slice(-4) }
}

/** Returns the hash that is stored of a device's token. */
export const hashDeviceToken = hashToken
