import type { Socket } from 'node:net'

/**
 * Why a board is not read: it waits for acknowledgements, the queue is full, it does not read what it is answered, or
 * it had more than its share.
 */
export type Hold = 'in-flight' | 'queue' | 'unread' | 'share'

/** The reasons for which a socket is not read. It is read again when none is left. */
export class Holds {
  readonly #socket: Socket
  readonly #released: () => void
  readonly #reasons = new Set<Hold>()

  /** @param released called before the socket is read again */
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

  /** Holds until what it waits for has come. */
  addUntil(reason: Hold, come: () => Promise<void>): void {
    if (this.#reasons.has(reason)) return
    this.add(reason)
    void come().then(() => this.remove(reason))
  }

  /** Holds for so many milliseconds, and for as many as are left after them. */
  addFor(reason: Hold, waitMs: number, left: () => number): void {
    if (waitMs === 0 || this.#reasons.has(reason)) return
    this.add(reason)
    const look = (): void => {
      const more = this.#socket.destroyed ? 0 : left()
      if (more > 0) setTimeout(look, more).unref()
      else this.remove(reason)
    }
    setTimeout(look, waitMs).unref()
  }

  remove(reason: Hold): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return
    this.#released()
    this.#socket.resume()
  }
}
