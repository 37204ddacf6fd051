import type { ServerMessage } from '@greenhouse/contract'
import type { WebSocket } from 'ws'
import type { Subscriber } from './hub.ts'
import type { SocketOwner } from './sockets.ts'

/** Past this many bytes unread the reader is behind: it gets only the newest frame of each topic. */
const BEHIND_BYTES = 256 * 1024
/** Past this, what was skipped included, it is let go; it must not cost the others memory. */
const DROPPED_BYTES = 1024 * 1024
const TRY_LATER = 1013

/** One open socket: what it listens to, whose it is, and how far behind its reader is. */
export class Socket {
  readonly clientId: string
  /** Where it comes from, see `networkOf`. */
  readonly network: string
  /** One subscriber a topic, so that a reader who is behind keeps the newest frame of each. */
  readonly subscriptions = new Map<string, Subscriber>()
  owner: SocketOwner | undefined
  readonly #webSocket: WebSocket
  readonly #newest = new Map<string, string>()
  /** What was not even sent since the reader fell behind. */
  #skippedBytes = 0

  constructor(webSocket: WebSocket, clientId: string, network: string) {
    this.#webSocket = webSocket
    this.clientId = clientId
    this.network = network
  }

  /** The subscriber for one topic. */
  listener(topic: string): Subscriber {
    return { send: (frame) => this.#sendOn(topic, frame), closed: () => void this.subscriptions.delete(topic) }
  }

  /** Answers the client. One that asks and asks and does not read is let go, as one that does not read its topics. */
  send(message: ServerMessage): void {
    const webSocket = this.#webSocket
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount > DROPPED_BYTES) webSocket.close(TRY_LATER, 'Too far behind')
    else webSocket.send(JSON.stringify(message))
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  #sendOn(topic: string, frame: string): void {
    const webSocket = this.#webSocket
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount + this.#skippedBytes > DROPPED_BYTES) {
      this.#newest.clear()
      // The goodbye waits behind what was not read; ws ends the connection when it is not taken within 30 s.
      webSocket.close(TRY_LATER, 'Too far behind')
    } else if (webSocket.bufferedAmount > BEHIND_BYTES) {
      this.#skippedBytes += frame.length
      this.#newest.set(topic, frame)
    } else {
      webSocket.send(frame, this.#catchUp)
    }
  }

  readonly #catchUp = (): void => {
    if (this.#newest.size === 0 || this.#webSocket.bufferedAmount > BEHIND_BYTES / 2) return
    const frames = [...this.#newest.values()]
    this.#newest.clear()
    this.#skippedBytes = 0
    for (const frame of frames) this.#webSocket.send(frame)
  }
}
