import type { ServerMessage } from '@greenhouse/contract'

/** A receiver of frames: a socket, or a test. `send` never throws and never waits. */
export interface Subscriber {
  send(frame: string): void
  /** Called when the topic was closed; no more frames follow. */
  closed?(): void
}

/** The subscribers of each topic in this process. Knows topics, not sockets, users or plants. */
export interface Hub {
  /** Sends a message to all subscribers of the topic. The frame is built once, and not at all without subscribers. */
  publish(topic: string, message: ServerMessage): void
  /** Returns whether the topic has subscribers: without them a message need not be built. */
  isHeard(topic: string): boolean
  subscribe(topic: string, subscriber: Subscriber): void
  unsubscribe(topic: string, subscriber: Subscriber): void
  /** Ends every subscription to the topic: its subject was deleted, or changed its owner. */
  close(topic: string): void
}

export class LocalHub implements Hub {
  readonly #topics = new Map<string, Set<Subscriber>>()

  publish(topic: string, message: ServerMessage): void {
    const subscribers = this.#topics.get(topic)
    if (!subscribers) return
    const frame = JSON.stringify(message)
    for (const subscriber of subscribers) subscriber.send(frame)
  }

  isHeard(topic: string): boolean {
    return this.#topics.has(topic)
  }

  subscribe(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#topics.get(topic)
    if (subscribers) subscribers.add(subscriber)
    else this.#topics.set(topic, new Set([subscriber]))
  }

  unsubscribe(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#topics.get(topic)
    subscribers?.delete(subscriber)
    if (subscribers?.size === 0) this.#topics.delete(topic)
  }

  close(topic: string): void {
    const subscribers = this.#topics.get(topic)
    this.#topics.delete(topic)
    for (const subscriber of subscribers ?? []) subscriber.closed?.()
  }
}
