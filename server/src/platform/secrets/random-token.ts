import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

export function newRandomToken(): { token: string; hash: string } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** A token is random, so a fast hash suffices, and the time of a lookup reveals nothing. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
