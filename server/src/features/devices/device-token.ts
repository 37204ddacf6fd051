import { hashToken, newRandomToken } from '../../platform/secrets/random-token.ts'

export interface StoredToken {
  readonly hash: string
  readonly end: string
}

export function newDeviceToken(): StoredToken & { readonly token: string } {
  const { token, hash } = newRandomToken()
  return { token, hash, end: token.slice(-4) }
}

export const hashDeviceToken = hashToken
