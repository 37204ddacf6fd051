import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

/** A new secret of 256 random bits, and the hash that is kept of it. */
export function newRandomToken(): { token: string; hash: string } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** What is stored of a token. It is random, so a fast hash is as good as a slow one, and looking it up tells nothing by its time. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
