import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './secret.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets that must be readable again, so that a copy of the database does not reveal them. */
export interface Seal {
  /** @param owner the only id with which the text opens again */
  seal(text: string, owner: string): string
  /** Returns the text; undefined when the owner or the key differs, or when it was altered. */
  open(sealed: string, owner: string): string | undefined
}

/** AES-256-GCM under a key derived from the installation's secret for one purpose. */
export function openSeal(secret: Uint8Array, purpose: string): Seal {
  const key = deriveKey(secret, purpose)
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
