import type { Socket } from 'node:net'

interface Handshake {
  readonly socket: Socket
  bytes: number
  heardAt: number
}

/** TLS handshakes that are not finished. How long one may take in all is a limit of the TLS server. */
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

  begin(socket: Socket): void {
    const name = nameOf(socket)
    const handshake = { socket, bytes: 0, heardAt: performance.now() }
    this.#pending.set(name, handshake)
    socket.once('close', () => {
      if (this.#pending.get(name) === handshake) this.#pending.delete(name)
    })
  }

  /** @param socket the encrypted socket, which has the addresses of the one below it */
  finished(socket: Socket): void {
    this.#pending.delete(nameOf(socket))
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
