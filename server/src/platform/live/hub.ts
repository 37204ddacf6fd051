import type { ServerMessage } from '@greenhouse/contract'

/** A receiver of frames: a socket, or a test. `send` never throws and never waits. */
export interface Subscriber {
  send(frame: string): void
  /** Called when the topic was closed; no more frames follow. */
  closed?(): void
}

export type SubscriptionListener = (topic: string, hasSubscribers: boolean) => void

/** The subscribers of each topic. Knows topics, not sockets, users or plants. */
export interface Hub {
  /** Sends a message to all subscribers of the topic, in this process and in others. */
  publish(topic: string, message: ServerMessage): void
  /** Sends one to the subscribers in this process: every other one publishes the same by itself. */
  publishHere(topic: string, message: ServerMessage): void
  /** Returns whether the topic has subscribers in this process: without them a message of `publishHere` need not be built. */
  hasSubscribers(topic: string): boolean
  /** Returns the topics with subscribers in this process. */
  subscribedTopics(): string[]
  /** Calls a function when a topic gets its first subscriber in this process, and when it has lost the last one. */
  onSubscribed(listener: SubscriptionListener): void
  /** Resolves when messages of other processes arrive as well. */
  subscribe(topic: string, subscriber: Subscriber): Promise<void>
  unsubscribe(topic: string, subscriber: Subscriber): void
  /** Ends every subscription to the topic: its subject was deleted, or changed its owner. */
  close(topic: string): void
}

/** The subscribers of a single process, or of one of several. The frame of a message is built once, and not at all without subscribers. */
export class LocalHub implements Hub {
  readonly #topics = new Map<string, Set<Subscriber>>()
  readonly #listeners: SubscriptionListener[] = []

  publish(topic: string, message: ServerMessage): void {
    const subscribers = this.#topics.get(topic)
    if (!subscribers) return
    const frame = JSON.stringify(message)
    for (const subscriber of subscribers) subscriber.send(frame)
  }

  publishHere(topic: string, message: ServerMessage): void {
    this.publish(topic, message)
  }

  hasSubscribers(topic: string): boolean {
    return this.#topics.has(topic)
  }

  subscribedTopics(): string[] {
    return [...this.#topics.keys()]
  }

  onSubscribed(listener: SubscriptionListener): void {
    this.#listeners.push(listener)
  }

  async subscribe(topic: string, subscriber: Subscriber): Promise<void> {
    const subscribers = this.#topics.get(topic)
    if (subscribers) {
      subscribers.add(subscriber)
      return
    }
    this.#topics.set(topic, new Set([subscriber]))
    for (const listener of this.#listeners) listener(topic, true)
  }

  unsubscribe(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#topics.get(topic)
    subscribers?.delete(subscriber)
    if (subscribers?.size === 0) this.#remove(topic)
  }

  close(topic: string): void {
    const subscribers = this.#topics.get(topic)
    if (!subscribers) return
    this.#remove(topic)
    for (const subscriber of subscribers) subscriber.closed?.()
  }

  #remove(topic: string): void {
    this.#topics.delete(topic)
    for (const listener of this.#listeners) listener(topic, false)
  }
}
