import { randomBytes } from 'node:crypto'
import { CODE_ALPHABET } from '@greenhouse/contract'

const BITS = 5n
const LENGTH = 8

/** Returns 8 characters of Crockford’s base32 from 40 random bits. */
export function newRandomCode(): string {
  let bits = BigInt(`0x${randomBytes(LENGTH * (Number(BITS) / 8)).toString('hex')}`)
  let code = ''
  for (let count = 0; count < LENGTH; count++) {
    code += CODE_ALPHABET[Number(bits & 31n)]
    bits >>= BITS
  }
  return code
}
