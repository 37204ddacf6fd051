import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'

/** The hash, and the end by which the owner recognises the token. */
export interface StoredToken {
  readonly hash: string
  readonly end: string
}

/** Returns a new token of 256 random bits, and what is stored of it. */
export function newDeviceToken(): StoredToken & { readonly token: string } {
  const { token, hash } = newRandomToken()
  return { token, hash, end: token.slice(-4) }
}

/** Returns the stored hash of a token. */
export const hashDeviceToken = hashToken
