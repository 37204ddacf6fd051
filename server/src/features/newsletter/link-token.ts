import { createHmac, timingSafeEqual } from 'node:crypto'

export type Purpose = 'confirm' | 'unsubscribe'

/** Makes and reads the tokens of links in mails: the subscriber's id and a seal that only this server can make. */
export class LinkTokens {
  readonly #secret: Uint8Array

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  make(purpose: Purpose, subscriberId: string): string {
    return `${subscriberId}.${this.#seal(purpose, subscriberId).toString('base64url')}`
  }

  /** Whose token it is; undefined when it was not made here for this purpose. */
  read(purpose: Purpose, token: string): string | undefined {
    const [id = '', seal = ''] = token.split('.')
    const given = Buffer.from(seal, 'base64url')
    const right = this.#seal(purpose, id)
    return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
  }

  #seal(purpose: Purpose, subscriberId: string): Buffer {
    return createHmac('sha256', this.#secret).update(`newsletter ${purpose} ${subscriberId}`).digest()
  }
}
