import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** A clock may be one step off to either side. */
const DRIFT_STEPS = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES))
}

/** Returns the code of one step, RFC 4226: HMAC-SHA1 of the counter, dynamically truncated. */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const hash = createHmac('sha1', secret).update(message).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS)
}

/** Returns the step of a code, the current one or a neighbour; undefined for a wrong code. */
export function matchStep(secret: string, code: string, now: number): number | undefined {
  const key = fromBase32(secret)
  const given = Buffer.from(code)
  let found: number | undefined
  for (let drift = -DRIFT_STEPS; drift <= DRIFT_STEPS; drift++) {
    const step = stepAt(now) + drift
    const right = Buffer.from(hotp(key, step))
    if (right.length === given.length && timingSafeEqual(right, given)) found = step
  }
  return found
}

export function totpUri(secret: string, account: string): string {
  const issuer = 'Greenhouse'
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(DIGITS), period: '30' })
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${query.toString()}`
}

export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Uint8Array {
  let bits = ''
  for (const letter of text) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
