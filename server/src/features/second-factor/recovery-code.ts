import { randomInt } from 'node:crypto'

export const RECOVERY_CODES = 10
/** Letters and digits that nobody mistakes for each other on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Ten new codes, each good once instead of a code of the app: `k7q2m-x9d4r`. About 50 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newCode)
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** A code as it was given out, however it was typed off the paper. */
export function tidyRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}
