import { createHmac, timingSafeEqual } from 'node:crypto'

export type Purpose = 'confirm' | 'unsubscribe'

const DAY = 86_400_000
/** How long a link is good. Whoever unsubscribes may do it from a mail that was read months later. */
const GOOD_FOR_MS: Record<Purpose, number> = { confirm: 7 * DAY, unsubscribe: 400 * DAY }

/**
 * Makes and reads the tokens of links in mails: the subscriber's id, the end of its time, and a seal over both that
 * only this server can make.
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

  /** Whose token it is; undefined when it was not made here for this purpose, or its time is over. */
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
