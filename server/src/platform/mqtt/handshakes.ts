import type { Socket } from 'node:net'
import type { Attempt } from './attempts.ts'

interface Handshake {
  readonly socket: Socket
  /** Undefined while the header of a proxy is read. */
  readonly attempt: Attempt | undefined
  bytes: number
  heardAt: number
}

/** Headers of proxies and TLS handshakes that are not finished. How long TLS may take in all is a limit of its server. */
export class Handshakes {
  readonly #silentMs: number
  readonly #pending = new Map<string, Handshake>()

  /** @param silentMs how long a client may send nothing */
  constructor(silentMs: number) {
    this.#silentMs = silentMs
  }

  get size(): number {
    return this.#pending.size
  }

  begin(socket: Socket, attempt?: Attempt): void {
    const name = nameOf(socket)
    const handshake = { socket, attempt, bytes: 0, heardAt: performance.now() }
    this.#pending.set(name, handshake)
    socket.once('close', () => {
      if (this.#pending.get(name) === handshake) this.#pending.delete(name)
    })
  }

  /** @param socket the encrypted socket, which has the addresses of the one below it */
  finished(socket: Socket): Attempt | undefined {
    const name = nameOf(socket)
    const attempt = this.#pending.get(name)?.attempt
    this.#pending.delete(name)
    return attempt
  }

  /** Called once a second: ends those that have been silent for too long. `now` is performance.now(). */
  check(now: number): void {
    for (const handshake of this.#pending.values()) {
      const { socket } = handshake
      // What arrives goes to TLS without an event of this socket, so that its count of bytes has to be compared.
      if (socket.bytesRead !== handshake.bytes) Object.assign(handshake, { bytes: socket.bytesRead, heardAt: now })
      else if (now - handshake.heardAt > this.#silentMs) socket.destroy()
    }
  }
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
