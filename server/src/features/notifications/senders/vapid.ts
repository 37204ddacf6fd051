import { createECDH } from 'node:crypto'
import { deriveKey } from '../../../platform/secrets/secret.ts'

/** With which this server identifies itself to push services (VAPID, RFC 8292). The keys are base64url. */
export interface Vapid {
  /** The point, uncompressed. */
  readonly publicKey: string
  readonly privateKey: string
  /** How its operator is reached: an https address or `mailto:`. */
  readonly subject: string
}

/** The number of points of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const KEY_BYTES = 32

/** Derives the P-256 key pair from the installation's secret: browser subscriptions are bound to the public key. */
export function vapidKeysOf(secret: Uint8Array): Pick<Vapid, 'publicKey' | 'privateKey'> {
  // 512 bits modulo the order, as FIPS 186-5 has it: 256 would make some keys likelier than others, and some none.
  const bits = Buffer.concat([deriveKey(secret, 'web push 1'), deriveKey(secret, 'web push 2')])
  const scalar = (BigInt(`0x${bits.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Returns the contact for push services: the address of this server when it is one of https, else that of its mails. */
export function vapidSubject(origin: string, mailFrom: string): string {
  const url = URL.parse(origin)
  // Apple refuses localhost.
  return url?.protocol === 'https:' && url.hostname !== 'localhost' ? url.origin : `mailto:${mailFrom}`
}
