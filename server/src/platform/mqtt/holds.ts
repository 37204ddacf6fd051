import type { Socket } from 'node:net'

/** `unread`: the board does not read; `share`: its rate limit; `turn`: other connections. */
export type Hold = 'admission' | 'in-flight' | 'queue' | 'unread' | 'share' | 'turn'

export class Holds {
  readonly #socket: Socket
  readonly #released: () => void
  readonly #reasons = new Set<Hold>()

  /** @param released called before the socket is read again; may add a new hold */
  constructor(socket: Socket, released: () => void) {
    this.#socket = socket
    this.#released = released
  }

  get any(): boolean {
    return this.#reasons.size > 0
  }

  has(reason: Hold): boolean {
    return this.#reasons.has(reason)
  }

  add(reason: Hold): void {
    if (this.#reasons.size === 0) this.#socket.pause()
    this.#reasons.add(reason)
  }

  addUntil(reason: Hold, until: () => Promise<void>): void {
    if (this.#reasons.has(reason)) return
    this.add(reason)
    void until().then(() => this.remove(reason))
  }

  /** Holds for `waitMs` milliseconds, and again while `left` returns more. */
  addFor(reason: Hold, waitMs: number, left: () => number): void {
    if (waitMs === 0 || this.#reasons.has(reason)) return
    this.add(reason)
    const check = (): void => {
      const more = this.#socket.destroyed ? 0 : left()
      if (more > 0) setTimeout(check, more).unref()
      else this.remove(reason)
    }
    setTimeout(check, waitMs).unref()
  }

  remove(reason: Hold): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return
    this.#released()
    if (!this.any) this.#socket.resume()
  }
}
