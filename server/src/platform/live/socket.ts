import { topic, type ServerMessage } from '@greenhouse/contract'
import type { WebSocket } from 'ws'
import type { Subscriber } from './hub.ts'
import type { SocketOwner } from './sockets.ts'

/** Beyond it a client gets only the newest readings of each device, and everything else a little later. */
const BEHIND_BYTES = 256 * 1024
/** Unread and skipped bytes beyond which a client is closed, to save memory. */
const DROPPED_BYTES = 1024 * 1024
const TRY_LATER = 1013

/** A newer frame of readings replaces an older one; a skipped alert or change would be missed. */
function isReplaceable(name: string): boolean {
  return name.startsWith(topic.readingsOf(''))
}

export class Socket {
  readonly clientId: string
  /** See `networkOf`. */
  readonly network: string
  /** One for each topic, so that a slow client gets the newest frame of each. */
  readonly subscriptions = new Map<string, Subscriber>()
  owner: SocketOwner | undefined
  readonly #webSocket: WebSocket
  readonly #waiting = new Map<string, string>()
  /** Bytes of frames skipped since the client fell behind. */
  #skippedBytes = 0

  constructor(webSocket: WebSocket, clientId: string, network: string) {
    this.#webSocket = webSocket
    this.clientId = clientId
    this.network = network
  }

  listener(name: string): Subscriber {
    return { send: (frame) => this.#sendOn(name, frame), closed: () => void this.subscriptions.delete(name) }
  }

  /** Closes a client that sends frames without reading the replies. */
  send(message: ServerMessage): void {
    const webSocket = this.#webSocket
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount > DROPPED_BYTES) webSocket.close(TRY_LATER, 'Too far behind')
    else webSocket.send(JSON.stringify(message))
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  #sendOn(name: string, frame: string): void {
    const webSocket = this.#webSocket
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount + this.#skippedBytes > DROPPED_BYTES) {
      this.#waiting.clear()
      // The close frame is queued after the unread bytes; ws ends the connection when it is not read within 30 s.
      webSocket.close(TRY_LATER, 'Too far behind')
    } else if (webSocket.bufferedAmount > BEHIND_BYTES) {
      this.#skippedBytes += frame.length
      this.#waiting.set(isReplaceable(name) ? name : `${name} ${this.#skippedBytes}`, frame)
    } else {
      webSocket.send(frame, this.#catchUp)
    }
  }

  readonly #catchUp = (): void => {
    if (this.#waiting.size === 0 || this.#webSocket.bufferedAmount > BEHIND_BYTES / 2) return
    const frames = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#skippedBytes = 0
    for (const frame of frames) this.#webSocket.send(frame)
  }
}
