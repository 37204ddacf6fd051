import { createHmac, timingSafeEqual } from 'node:crypto'

interface Options<Purpose extends string> {
  readonly scope: string
  readonly goodForMs: Readonly<Record<Purpose, number>>
  readonly now: () => number
}

/** Tokens of links in mails: an id, the instant of expiry, and an HMAC over both with a secret of this server. */
export class LinkTokens<Purpose extends string> {
  readonly #secret: Uint8Array
  readonly #options: Options<Purpose>

  constructor(secret: Uint8Array, options: Options<Purpose>) {
    this.#secret = secret
    this.#options = options
  }

  make(purpose: Purpose, id: string): string {
    const { goodForMs, now } = this.#options
    const named = `${id}.${(now() + goodForMs[purpose]).toString(36)}`
    return `${named}.${this.#seal(purpose, named).toString('base64url')}`
  }

  /** Returns the id; undefined for a token that was not made here for this purpose or has expired. */
  read(purpose: Purpose, token: string): string | undefined {
    const [id = '', end = '', seal = ''] = token.split('.')
    const given = Buffer.from(seal, 'base64url')
    const right = this.#seal(purpose, `${id}.${end}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return Number.parseInt(end, 36) > this.#options.now() ? id : undefined
  }

  #seal(purpose: Purpose, named: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${this.#options.scope} ${purpose} ${named}`).digest()
  }
}
