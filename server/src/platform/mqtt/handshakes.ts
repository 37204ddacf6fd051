import type { Socket } from 'node:net'
import type { Attempt } from './attempts.ts'

interface Handshake {
  readonly socket: Socket
  /** Undefined while the PROXY header is read. */
  readonly attempt: Attempt | undefined
  bytes: number
  heardAt: number
}

/** Unfinished PROXY headers and TLS handshakes. The TLS server limits their total time. */
export class Handshakes {
  readonly #silentMs: number
  readonly #pending = new Map<string, Handshake>()

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

  finished(socket: Socket): Attempt | undefined {
    const name = nameOf(socket)
    const attempt = this.#pending.get(name)?.attempt
    this.#pending.delete(name)
    return attempt
  }

  /** Ends those that are silent for too long. Called once a second; `now` is performance.now(). */
  check(now: number): void {
    for (const handshake of this.#pending.values()) {
      const { socket } = handshake
      // TLS reads without an event of this socket, so the byte counts are compared.
      if (socket.bytesRead !== handshake.bytes) Object.assign(handshake, { bytes: socket.bytesRead, heardAt: now })
      else if (now - handshake.heardAt > this.#silentMs) socket.destroy()
    }
  }
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
