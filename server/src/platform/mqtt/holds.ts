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

  remove(reason: Hold): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return
    this.#released()
    this.#socket.resume()
  }
}
