import { createHmac, timingSafeEqual } from 'node:crypto'

export type Purpose = 'confirm' | 'unsubscribe'

const DAY = 86_400_000
/** How long a link works. People unsubscribe from mails that they read months later. */
const GOOD_FOR_MS: Record<Purpose, number> = { confirm: 7 * DAY, unsubscribe: 400 * DAY }

/**
 * Makes and verifies the tokens of links in mails: the subscriber's id, the instant of expiry, and an HMAC over both
 * with a secret of this server.
 */
export class LinkTokens {
  readonly #secret: Uint8Array
  readonly #now: () => number

  constructor(secret: Uint8Array, now: () => number) {
    this.#secret = secret
    this.#now = now
  }

  make(purpose: Purpose, subscriberId: string): string {
    const named = `${subscriberId}.${(this.#now() + GOOD_FOR_MS[purpose]).toString(36)}`
    return `${named}.${this.#seal(purpose, named).toString('base64url')}`
  }

  /** Returns the subscriber's id; undefined when the token was not made here for this purpose, or has expired. */
  read(purpose: Purpose, token: string): string | undefined {
    const [id = '', end = '', seal = ''] = token.split('.')
    const given = Buffer.from(seal, 'base64url')
    const right = this.#seal(purpose, `${id}.${end}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return Number.parseInt(end, 36) > this.#now() ? id : undefined
  }

  #seal(purpose: Purpose, named: string): Buffer {
    return createHmac('sha256', this.#secret).update(`newsletter ${purpose} ${named}`).digest()
  }
}
